import { make } from './dom';
import { watchImportedAccounts } from './importedAccounts';
import * as account from './nodes/account';
import * as ask from './nodes/ask';
import * as batch from './nodes/batch';
import * as send from './nodes/send';
import * as status from './nodes/status';
import * as triggers from './nodes/triggers';
import { addKeywords } from './palette';
import { openDialog, outputLabel, resize, saveDialog, type Properties } from './dialog';
import { catalogText, translate, type EditorNode } from './red';
import { migrateOlderNodes, rules } from './settings';

/** What a dialog needs besides the rows of its description. */
interface Special {
  label(node: EditorNode): string;
  open?(node: EditorNode, properties: Properties): void;
  save?(node: EditorNode): void;
}

const specials: Readonly<Record<string, Special>> = {
  'messaging-account': account,
  'messaging-ask': ask,
  'messaging-balance': { label: () => translate('nodeLabel.balance') },
  'messaging-batch': batch,
  'messaging-inbound': triggers,
  'messaging-media': { label: () => translate('nodeLabel.media') },
  'messaging-notification': triggers,
  'messaging-send': send,
  'messaging-status': status,
};

function label(node: EditorNode): string {
  return specials[node.type]?.label(node) ?? node.type;
}

function open(node: EditorNode): void {
  const properties = openDialog(node);
  specials[node.type]?.open?.(node, properties);
}

function save(node: EditorNode): void {
  saveDialog(node);
  specials[node.type]?.save?.(node);
}

// The scripts in the nodes' HTML files are not modules, because Node-RED and its tools expect plain scripts. They reach the editor's code
// through this.
Object.assign(window, {
  MessagingEditor: { catalogText, label, open, outputLabel, resize, rules, save },
});

addKeywords();
migrateOlderNodes();
watchImportedAccounts();

document.head.append(
  make('link', { rel: 'stylesheet', href: new URL('./editor.css', import.meta.url).href }),
);
