import type { INodeProperties } from 'n8n-workflow';

import { invalidField } from '../../../core/client';
import { isRecord } from '../../../core/reading';
import { lostRule } from '../../expression';

/** The values of parameters by their names. */
export interface Parameters {
  (name: string): unknown;
  /** What was entered, with its expressions. */
  entered(name: string): unknown;
}

/** The parameters that an object holds, such as the fields of a collection. */
export function parametersIn(values: unknown, entered?: unknown): Parameters {
  return Object.assign((name: string) => (isRecord(values) ? values[name] : undefined), {
    entered: (name: string) => (isRecord(entered) ? entered[name] : undefined),
  });
}

/**
 * The value of a parameter that must not be lost: a misspelt name in an expression would send at once what was to be sent later.
 * @throws MessagingError `invalid_request` that names the field and the expression if that finds nothing
 */
export function filled(parameters: Parameters, name: string, label: string): unknown {
  const value = parameters(name);
  const lost = lostRule(parameters.entered(name), value);
  if (lost !== undefined) throw invalidField(name, lost, { label });
  return value;
}

/** The options of a node by name; undefined for one that was not added. */
export function optionsIn(parameters: Parameters): Parameters {
  const pathOf = (name: string) => `options.${name}`;
  const entered = (name: string) => parameters.entered(pathOf(name));
  return Object.assign(
    (name: string) => (entered(name) === undefined ? undefined : parameters(pathOf(name))),
    { entered },
  );
}

/** As `filled`, for an option of the node. */
export function optionValue(
  parameters: Parameters,
  { name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
): unknown {
  return filled(parameters, `options.${name}`, displayName);
}
