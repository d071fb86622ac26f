import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { invalidField } from '../../../core/client';
import { rule } from '../../../core/contract/sentences';
import { valueShown } from '../../../core/errors/texts';
import { listEntered } from '../../../core/json';
import { isRecord } from '../../../core/reading';
import { asData } from '../../data';
import { labelIn } from '../../parameters';
import { group, oneOf, text } from '../../settings';
import { say } from '../../texts';
import { isFailedItem } from '../outcomes';

/** The fields of all outputs that *Simplified* keeps; no item has more than ten of them. `approved` is for agents. */
const SIMPLE = [
  'answered answeredBy approved batchId channel choice customerid data errorCode errorText fileName final',
  'goesOut key mediaId mediaIds messageId mimeType notAnswered notes opensAt outcome points problem recipient',
  'recipients request respondedAt sendDate size skipped sms status statusText timestamp to toList until',
].flatMap((line) => line.split(' '));
/** Those that it leaves out: for support, or what became of each attempt and how an answer came. */
const DETAILS = 'answerMessageId answersFrom asked attempts messageIds raw requestId told via'.split(' ');

/** What becomes of the fields of an item. */
export type ShapeOutput = (item: IDataObject) => IDataObject;

const mode = oneOf(
  'mode',
  'Mode',
  {
    raw: ['Raw', 'Only the answer of the service; an item without one keeps its fields'],
    selected: 'Selected Fields',
    simplified: ['Simplified', `All fields except ${DETAILS.join(', ')}`],
  },
  { usual: 'simplified', help: 'Which fields come out of the node' },
);
const selected = text('fields', 'Fields', {
  placeholder: 'e.g. messageId, status',
  when: { mode: ['selected'] },
  help: 'The names of the fields, separated by commas',
});

/** The option that says which fields come out, such as few for an AI agent; without it, all of them. Every operation has it. */
export const output = group(
  'output',
  'Output',
  {
    help: 'Which fields an item has; without this option, all of them. Failed items keep theirs.',
    fields: [mode, selected],
    shown: [mode],
  },
  (within) =>
    /** @param inputFields those that come out as well */
    (inputFields: readonly string[]): ShapeOutput => {
      const chosen = mode.read(within);
      if (chosen === 'raw') return (item) => (isRecord(item.raw) ? asData(item.raw) : item);
      if (chosen === 'simplified') return (item) => only(item, (name) => !DETAILS.includes(name));
      const wanted = listEntered(selected.read(within)).map((name) => String(name).trim());
      const unknown = wanted.find((name) => ![...SIMPLE, ...DETAILS, ...inputFields].includes(name));
      const place = { label: labelIn(within, selected.label) };
      if (wanted.length === 0) throw invalidField('output.fields', rule('required'), place);
      if (unknown !== undefined)
        throw invalidField('output.fields', say('noOutputField', { got: valueShown(unknown) }), place);
      // n8n runs the tool of an agent only if it finds `approved`.
      return (item) => only(item, (name) => name === 'approved' || wanted.includes(name));
    },
);

function only(item: IDataObject, isWanted: (name: string) => boolean): IDataObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => isWanted(name)));
}

/** An item as it comes out. One that failed keeps its error. */
export function shapeItem(shape: ShapeOutput, item: INodeExecutionData): INodeExecutionData {
  return isFailedItem(item.json) ? item : { ...item, json: shape(item.json) };
}
