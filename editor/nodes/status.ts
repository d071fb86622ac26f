import { usualId } from '../../node-red/messaging-status/settings';
import { find } from '../dom';
import { propertyEditor } from '../form/property';
import type { Values } from '../form/values';
import type { EditorNode } from '../red';

/** The place of the id follows the choice of what is asked about, until another place is entered. */
export function openId(node: EditorNode): () => Values {
  const of = find('select', '#node-input-of');
  const id = propertyEditor('messageId', node['messageId'], usualId('message'), true);
  find('div', '#messaging-messageId').append(id.element);
  of.addEventListener('change', () => {
    const { t, v } = id.read();
    const isUsual = v === '' || (t === 'msg' && ['message', 'batch'].some((each) => usualId(each).v === v));
    if (isUsual) id.write(usualId(of.value));
  });
  return () => ({ messageId: id.read() });
}
