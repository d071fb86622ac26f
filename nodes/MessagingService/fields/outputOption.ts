import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { invalidField } from '../../../core/client';
import { listEntered } from '../../../core/json';
import { isRecord } from '../../../core/reading';
import { choice, type Choice } from '../../choice';
import { asData } from '../../data';
import { OptionGroup } from './optionGroup';
import type { Parameters } from './parameters';

const mode: Choice<'simplified' | 'raw' | 'selected'> = {
  displayName: 'Mode',
  name: 'mode',
  type: 'options',
  options: [
    { name: 'Raw', value: 'raw', description: 'Only the answer of the service' },
    { name: 'Selected Fields', value: 'selected' },
    { name: 'Simplified', value: 'simplified', description: 'All fields except the answer of the service' },
  ],
  default: 'simplified',
  description: 'Which fields come out of the node',
};
const selected: INodeProperties = {
  displayName: 'Fields',
  name: 'fields',
  type: 'string',
  default: '',
  placeholder: 'e.g. messageId, status',
  displayOptions: { show: { mode: ['selected'] } },
  description: 'The names of the fields, separated by commas',
};

/** The option that says which fields come out, such as few for an AI agent. */
export const outputOption = new OptionGroup(
  {
    displayName: 'Output',
    name: 'output',
    description: 'Which fields an item has; without this option, all of them. Failed items keep theirs.',
  },
  [mode, selected],
  [mode],
);

/** What becomes of the fields of an item; undefined if all of them stay. */
export type ShapeOutput = (item: IDataObject) => IDataObject;

/** @throws MessagingError `invalid_request` for a mode that there is not, or if no field is selected */
export function readOutput(options: Parameters): ShapeOutput | undefined {
  const valueOf = outputOption.valuesIn(options);
  if (valueOf === undefined) return undefined;
  switch (choice(valueOf(mode), mode)) {
    case 'raw':
      // A message that was not sent has no answer.
      return (item) => (isRecord(item.raw) ? asData(item.raw) : item);
    case 'simplified':
      return (item) => only(item, (name) => name !== 'raw');
    case 'selected': {
      const wanted = new Set(listEntered(valueOf(selected)).map((name) => String(name).trim()));
      if (wanted.size === 0)
        throw invalidField(outputOption.pathOf(selected), 'is required', {
          label: outputOption.labelOf(selected),
        });
      return (item) => only(item, (name) => wanted.has(name));
    }
  }
}

function only(item: IDataObject, isWanted: (name: string) => boolean): IDataObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => isWanted(name)));
}
