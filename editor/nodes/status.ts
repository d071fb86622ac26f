import { usualId } from '../../node-red/messaging-status/settings';
import type { Properties } from '../dialog';
import { find } from '../dom';
import { translate, type EditorNode } from '../red';

export function label(node: EditorNode): string {
  return translate(node['of'] === 'batch' ? 'nodeLabel.statusOfBatch' : 'nodeLabel.statusOfMessage');
}

/** The place of the id follows the choice of what is asked about, until another place is entered. */
export function open(_node: EditorNode, properties: Properties): void {
  const of = find('select', '#node-input-of');
  const id = properties.get('messageId');
  of.addEventListener('change', () => {
    const { t = 'msg', v = '' } = id?.read() ?? {};
    const isUsual = v === '' || (t === 'msg' && ['message', 'batch'].some((each) => usualId(each).v === v));
    if (isUsual) id?.write(usualId(of.value));
  });
}
