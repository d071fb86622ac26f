import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidField } from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import { atMostPerRun, readMostPerRun, withinBalance, type Step } from '../../../../core/journey';
import { isRecord } from '../../../../core/reading';
import { isGuardOn } from '../../../choice';
import { asInputError } from '../../errors';
import { optionFields } from '../../fields/options';
import { optionValue } from '../../fields/parameters';
import { parameterOf } from '../../items';
import type { Draft } from './draft';
import type { Service } from './steps';

/**
 * The step that lets nothing out if the messages of all items together are more than *At Most Per Run* allows; none without that option.
 * @throws MessagingError if the limit cannot be read
 */
export function notTooMany(context: IExecuteFunctions): Array<Step<Draft>> {
  const { mostPerRun, countPages, pointsPerPage } = optionFields;
  const options = optionsOf(context);
  if (!options.has(mostPerRun)) return [];
  return readable(() => {
    const points = options.has(pointsPerPage) ? options.amount(pointsPerPage) : 1;
    const limit = {
      most: options.amount(mostPerRun),
      pointsPerPage: options.isOn(countPages) ? points : undefined,
      label: mostPerRun.displayName,
    };
    return [atMostPerRun<Draft>(limit, requestsOf)];
  });
}

/**
 * The step that lets nothing out if all messages together cost more points than the account has (*Within Balance*); none without that
 * option. It asks the service once.
 * @throws MessagingError if it cannot be read what a page costs
 */
export function covered(context: IExecuteFunctions, { client, signal }: Service): Array<Step<Draft>> {
  const { countPages, pointsPerPage, withinBalance: option } = optionFields;
  const options = optionsOf(context);
  return readable(() => {
    if (!options.isOn(countPages) || !options.isOn(option)) return [];
    if (!options.has(pointsPerPage))
      throw invalidField(pointsPerPage.displayName, `is required for '${option.displayName}'`);
    const limit = {
      pointsPerPage: options.amount(pointsPerPage),
      label: option.displayName,
      balance: () => client.balance({ signal }),
    };
    return [withinBalance<Draft>(limit, requestsOf)];
  });
}

/** With further channels, each counts, as each may be sent. */
function requestsOf({ request, fallback }: Draft): MessageRequest[] {
  return [request, ...(fallback?.further ?? [])];
}

function optionsOf(context: IExecuteFunctions) {
  const { options } = context.getNode().parameters;
  const parameters = parameterOf(context, 0);
  const has = ({ name }: INodeProperties) => isRecord(options) && name in options;
  const valueOf = (field: INodeProperties) => optionValue(parameters, field);
  return {
    has,
    isOn: (field: INodeProperties) => has(field) && isGuardOn(valueOf(field), field),
    amount: (field: INodeProperties) => readMostPerRun(valueOf(field), field.name, field.displayName),
  };
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asInputError(error);
  }
}
