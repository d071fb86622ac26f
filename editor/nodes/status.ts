import { find } from '../dom';
import { translate, type EditorNode } from '../red';
import { secondOutputBySwitch } from './common';
import { openProperties, saveProperties } from './properties';

export function label(node: EditorNode): string {
  return translate(node['of'] === 'batch' ? 'nodeLabel.statusOfBatch' : 'nodeLabel.statusOfMessage');
}

export function open(node: EditorNode): void {
  showId(node);
  const poll = find('input', '#node-input-poll');
  const timing = find('div', '#messaging-poll');
  const show = () => {
    timing.hidden = !poll.checked;
  };
  poll.addEventListener('change', show);
  show();
  secondOutputBySwitch('failureOutput');
}

/** Where the id stands when nobody says otherwise: where the node that sends has put it. */
const usualId = { message: 'payload.messageId', batch: 'payload.batchId' } as const;

/** The place of the id follows the choice of what is asked about, until another place is entered. */
function showId(node: EditorNode): void {
  const of = find('select', '#node-input-of');
  const usual = () => ({ t: 'msg', v: of.value === 'batch' ? usualId.batch : usualId.message });
  const id = openProperties(node, { messageId: { usual: usual(), required: true } }).get('messageId');
  of.addEventListener('change', () => {
    const { t, v } = id?.read() ?? usual();
    const isUsual = v === '' || (t === 'msg' && Object.values<string>(usualId).includes(v));
    if (isUsual) id?.write(usual());
  });
}

export const save = saveProperties;
