import { make } from './dom';
import { watchImportedAccounts } from './importedAccounts';
import * as account from './nodes/account';
import * as ask from './nodes/ask';
import * as balance from './nodes/balance';
import * as batch from './nodes/batch';
import {
  catalogText,
  checkNumber,
  checkOptionalNumber,
  checkOptionalProperty,
  checkProperty,
  checkRoutePath,
  checkWholeNumber,
  outputLabel,
  resize,
} from './nodes/common';
import * as media from './nodes/media';
import * as send from './nodes/send';
import * as status from './nodes/status';
import * as triggers from './nodes/triggers';
import { addKeywords } from './palette';
import { translate } from './red';

// The scripts in the nodes' HTML files are no modules, as Node-RED and its tools expect them: they reach the editor's code here.
Object.assign(window, {
  MessagingEditor: {
    account,
    ask,
    balance,
    batch,
    media,
    send,
    status,
    triggers,
    catalogText,
    checkNumber,
    checkOptionalNumber,
    checkOptionalProperty,
    checkProperty,
    checkRoutePath,
    checkWholeNumber,
    outputLabel,
    resize,
    sharedText: translate,
  },
});

addKeywords();
watchImportedAccounts();

document.head.append(
  make('link', { rel: 'stylesheet', href: new URL('./editor.css', import.meta.url).href }),
);
