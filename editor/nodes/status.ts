import { find } from '../dom';
import { translate, type EditorNode } from '../red';
import { secondOutputBySwitch } from './common';
import { openProperties, saveProperties } from './properties';

export function label(node: EditorNode): string {
  return translate(node['of'] === 'batch' ? 'nodeLabel.statusOfBatch' : 'nodeLabel.statusOfMessage');
}

export function open(node: EditorNode): void {
  openProperties(node, { messageId: { usual: { t: 'msg', v: 'payload.messageId' }, required: true } });
  const poll = find('input', '#node-input-poll');
  const timing = find('div', '#messaging-poll');
  const show = () => {
    timing.hidden = !poll.checked;
  };
  poll.addEventListener('change', show);
  show();
  secondOutputBySwitch('failureOutput');
}

export const save = saveProperties;
