import { translate, type EditorNode } from '../red';
import { secondOutputBySwitch } from './common';
import { openProperties, saveProperties } from './properties';

export function label(): string {
  return translate('nodeLabel.media');
}

export function open(node: EditorNode): void {
  openProperties(node, {
    data: { usual: { t: 'msg', v: 'payload' }, required: true },
    fileName: { usual: { t: 'msg', v: 'filename' }, required: false },
    mimeType: { usual: { t: 'str', v: '' }, required: false },
  });
  secondOutputBySwitch('failureOutput');
}

export const save = saveProperties;
