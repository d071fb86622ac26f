import { textOrEmpty } from '../values';
import { catalogText, translate, type EditorNode } from '../red';
import { choiceLabel } from '../texts';

/** The labels of nodes without a name that say more than the palette does. */
const labels: Readonly<Record<string, (node: EditorNode) => string>> = {
  'messaging-account': ({ baseUrl }) => textOrEmpty(baseUrl).replace(/^https?:\/\//, ''),
  'messaging-ask': ({ channel }) => translate('nodeLabel.ask', { channel: channelLabel(channel) }),
  'messaging-batch': ({ count }) => translate('nodeLabel.batch', { size: String(count) }),
  'messaging-send': ({ channel, contentType }) =>
    `${channelLabel(channel)} ${choiceLabel(textOrEmpty(contentType))}`,
  'messaging-status': ({ of }) =>
    translate(of === 'batch' ? 'nodeLabel.statusOfBatch' : 'nodeLabel.statusOfMessage'),
};

/** Empty if the message names the channel. */
function channelLabel(channel: unknown): string {
  return choiceLabel(textOrEmpty(channel)) || 'msg.channel';
}

export function label(node: EditorNode): string {
  return labels[node.type]?.(node) || catalogText(`${node.type}.palette`);
}
