import { textOrEmpty } from '../form/values';
import { channelLabel, contentLabel } from '../names';
import { translate, type EditorNode } from '../red';

/** The labels of nodes without a name. */
const labels: Readonly<Record<string, (node: EditorNode) => string>> = {
  'messaging-account': ({ baseUrl }) =>
    textOrEmpty(baseUrl).replace(/^https?:\/\//, '') || translate('nodeLabel.account'),
  'messaging-ask': ({ channel }) =>
    translate('nodeLabel.ask', { channel: channelLabel(textOrEmpty(channel)) }),
  'messaging-balance': () => translate('nodeLabel.balance'),
  'messaging-batch': ({ count }) => translate('nodeLabel.batch', { size: String(count) }),
  'messaging-inbound': ({ path }) => textOrEmpty(path),
  'messaging-media': () => translate('nodeLabel.media'),
  'messaging-notification': ({ path }) => textOrEmpty(path),
  'messaging-send': ({ channel, contentType }) =>
    `${channelLabel(textOrEmpty(channel))} ${contentLabel(textOrEmpty(contentType))}`,
  'messaging-status': ({ of }) =>
    translate(of === 'batch' ? 'nodeLabel.statusOfBatch' : 'nodeLabel.statusOfMessage'),
};

export function label(node: EditorNode): string {
  return labels[node.type]?.(node) ?? node.type;
}
