import { make } from './dom';
import { watchImportedAccounts } from './importedAccounts';
import { label } from './nodes/labels';
import { addKeywords } from './palette';
import { open, outputLabel, save } from './dialog';
import { catalogText } from './red';
import { migrateOlderNodes, rules } from './settings';

// The scripts in the nodes' HTML files are not modules, because Node-RED and its tools expect plain scripts. They reach the editor's code
// through this.
Object.assign(window, {
  MessagingEditor: { catalogText, label, open, outputLabel, rules, save },
});

addKeywords();
migrateOlderNodes();
watchImportedAccounts();

document.head.append(
  make('link', { rel: 'stylesheet', href: new URL('./editor.css', import.meta.url).href }),
);
