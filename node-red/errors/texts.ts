import { sayer } from '../../core/errors/sentence';
import { faulter, type FaultText } from '../../core/errors/texts';

/* What only Node-RED says of what went wrong, in English; `core/errors/texts.ts` has the rest. */

const SET_IT = 'Set it for Node-RED, the flow or the group, or enter the value itself.';
const STILL_WANTED = 'Send the message again if it is still wanted.';

/** By code, as those of the core. */
export const nodeFaults = {
  'invalid_settings.variablesOfNode': {
    text: '{variables} of the node: not set in the environment',
    advice: SET_IT,
  },
  'invalid_settings.variablesOfAccount': {
    text: '{variables} of the account: not set in the environment',
    advice: SET_IT,
  },
  'invalid_settings.noAccount': {
    text: 'The node has no account',
    advice: 'Choose an account in the node.',
  },
  'invalid_settings.disabledAccount': {
    text: 'The account of the node is disabled',
    advice: 'Enable it, and deploy.',
  },
  'invalid_settings.deletedAccount': {
    text: 'The account of the node was deleted',
    advice: 'Choose another account in the node, and deploy.',
  },
  'invalid_settings.noLogin': {
    text: 'The account has no user name or no password',
    advice: 'Enter both in the account; they are not part of an imported flow.',
  },
  'invalid_settings.storedPassword': {
    text: 'The stored password is used only with the base URL it is stored with',
    advice: 'Type the password again, or deploy first.',
  },
  'unreadable_answer.noPoints': {
    text: 'The answer of the service contains no number of points',
    advice: "Leave 'Warn below' empty to get the whole answer.",
  },
  not_recorded: {
    text: 'The journal could not record that the message is being sent: {reason}',
    advice: "Check the folder 'messaging-service' in Node-RED's user folder, and send the message again.",
  },
  'too_many_waiting.messages': {
    text: '{most} messages of this node are already waiting, which is the maximum',
    advice: 'Send the message again when the service can be reached.',
  },
  'too_many_waiting.questions': {
    text: '{most} questions of this node are already waiting, which is the maximum',
    advice: 'Cancel questions with msg.cancel or msg.reset, or set a shorter time limit.',
  },
  'unreachable.meanwhile': { text: 'The service cannot be reached' },
  kept_too_long: {
    text: "The message has waited for the service since {since}, for as long as 'Keep trying for' allows.",
    advice: STILL_WANTED,
  },
  'kept_too_long.last': {
    text: "The message has waited for the service since {since}, for as long as 'Keep trying for' allows. Last: {reason}.",
    advice: STILL_WANTED,
  },
  not_passed_on: {
    text: 'The outcome of the message could not be passed on: {reason}',
    advice: 'Node-RED copies a message for the next nodes. Remove what cannot be copied before this node.',
    outcome: 'unknown',
  },
  stopped: { text: 'The node was removed before the message had its turn', advice: STILL_WANTED },
  being_replaced: { text: 'The node is being replaced, or was removed' },
  interrupted: {
    text: 'Node-RED stopped while the message was being sent',
    outcome: 'unknown',
  },
  not_delivered: { text: 'The question was not delivered: {reason}', outcome: 'rejected' },
  'not_delivered.people': { text: 'The question reached none of the people ({people})', outcome: 'unknown' },
  several_failed: { text: '{failed} of {count} messages failed; {entry}: {reason}', outcome: 'unknown' },
} as const satisfies Record<string, FaultText>;

/** Rules of what enters a node, and what else it says. */
export const nodeTexts = {
  andMore: 'And {count} more.',
  onlyFailedAgain: 'Correct what is named above, and send only the failed ones again.',
  callersOfAccount: "'Allowed callers' of the account node",
  proxyAdvice:
    'In settings.js set httpServerOptions: { "trust proxy": 1 } (the number of proxies), or set Trusted proxies in the account.',
  noSecretValue:
    'No calls are accepted: the account has a webhook secret, but its value is missing. Enter it in the account.',
  wrongSecret: 'The webhook secret is missing or wrong. Add ?secret=… to the address that the service calls.',
  notSetUp: 'This trigger is not set up: it accepts no calls.',

  findsNothing: '{source} finds nothing for this message',
  findsNoText: '{source} is {kind}, and no text',
  notEvaluated: '{source} of this field cannot be evaluated: {reason}',
  variableNotSet: 'it is not set',
  theVariable: 'the environment variable',
  theExpression: 'the JSONata expression',
  theJson: 'the JSON',

  notReadable: 'cannot be read: {reason}',
  tooManyEntries: 'at most {max} messages in one array',
  emptyKey: 'is empty for this message',
  sameKey:
    'is the same for every message, so only the first one would go out: choose a value of the message, such as msg.orderId',
  noBuffer:
    'must be a Buffer: set the "read file" node to output "a single Buffer object", or the "http request" node to return "a binary buffer"',
  nothing: 'nothing',
  aValue: 'a value of type {type}',
  noMimeType: 'must be spelled like image/png',
  noRequest: 'must be a message request, an object with channel, to and content',
  objectAsText:
    'must be text, not an object with {names}: set the field to one of its properties, such as msg.payload[{first}]',

  linkWithoutAddress: 'a link needs the public address of the account',
  linkWithoutText: 'only a text can contain the link for the answer',
  noMinutes: 'must be a number of minutes, more than 0 and at most a year',
  onePerson: "a question goes to only one number: ask each person separately, or choose 'Who is asked'",
  noChoice: 'there is nothing to choose from: use buttons or a list, or enter words that count as an answer',
  cancelWhom:
    'must be the number of a person, a list of numbers, or true with the number in msg.to; msg.reset cancels all questions',
  noScheduledPeople: 'several people cannot be asked at a later time: leave it empty',
  noAddressBook: 'people and groups of the address book cannot be asked: ask numbers',

  noPublicAddress: 'must start with https:// or http:// and must not contain ? or #',
  noRoutePath: 'must start with / and may contain only letters, digits and / . _ ~ -',
  noCountryCode: 'must be a country code such as +41',
  noRecipientOrBeginning: '"{got}" is neither a number nor the beginning of one such as +4179*',
  noJsonata: 'is not a valid JSONata expression: {reason}',
  noProperty: '"{got}" is neither a property nor a variable; to enter a text, change the type of the field',
  noField: '"{got}" names no value: only values such as {{ payload.name }} can be used in a text',
  nameAsSender: 'nobody can reply to the name "{got}": enter a number of the account',
  mostFallbackChannels: 'at most {max} fallback channels',
} as const;

export const say = sayer(nodeTexts);
export const fault = faulter(nodeFaults);
