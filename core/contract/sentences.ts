import { sayer, sentence, type Sentence, type Values } from '../errors/sentence';

/** Everything that can be wrong with a request, in English; `{name}` stands for a value. A browser uses it, too. */
export const sentences = {
  required: 'is required',
  requiredChoice: 'is required and must be one of {choices}',
  senderRequired: 'is required: neither the message nor the account has a sender for this channel',
  empty: 'must not be empty',
  choice: 'must be one of {choices}',
  nearChoice: 'is not on the list; near it are {choices}',
  spelling: 'must be spelled {name}',
  twice: 'is given twice: also as {name}',
  unknownField: 'is not a field here; the fields are {fields}',
  notText: 'must be text',
  notNumber: 'must be a number',
  notBoolean: 'must be true or false',
  notList: 'must be a list',
  notObject: 'must be an object',
  noBinary: 'must be text, not binary data',
  notKind: 'must be {kind}',
  batchAsRequest: 'makes this a batch: send "messages" with the batch node or the batch operation',
  textBesideContent: 'belongs in content: write "content": { "type": "Text", "text": "Hello" }',

  tooLong: 'at most {max} characters',
  tooFew: 'at least one {noun} is required',
  tooMany: 'at most {max} {noun}',
  wholeNumber: 'must be a whole number',
  aboveZero: 'must be a number above 0',
  range: 'must be from {min} to {max}',
  degrees: 'must be from {min} to {max} degrees',

  number: 'must be a number in international format, such as +41791234567 or 0041791234567',
  numberReadings: 'is not written as one number: write {first} or {whole}, whichever you mean',
  userIdOnWhatsapp:
    'is a user ID of WhatsApp, to which no {channel} message can go: send a WhatsApp message, or write the number',
  numberDigits: 'must contain only digits after the + or 00: write {number}',
  numberWithoutCountry: 'must start with the country code: for Switzerland, for example, write {number}',
  recipientWithoutCountry:
    'must start with the country code: for Switzerland, for example, write {number}, or set the default country',
  numberTwoWays: 'must start with + or 00: write {national} or {number}, whichever you mean',
  numberWithoutPlus: 'must start with + or 00: write {number} if {bare} begins with the country code',
  webAddress: 'must be a URL that starts with https:// or http:// and contains no spaces',
  urlInOtherType: 'is a URL: choose the type URL (POST) or URL (GET) for it',
  emailInOtherType: 'is an e-mail address: choose the type Email for it',
  emailAddress: 'must be an e-mail address such as anna@example.com',
  dateTime: 'must be a date and time such as 2026-12-24T18:00:00Z or 2026-12-24T18:00:00+01:00',
  fullDateTime: 'must be a date and time with seconds and offset, such as 2026-12-24T18:00:00Z',
  calendarDate: 'must be a date such as 1985-04-30',
  amount:
    'must be an amount such as 100.99, with at most three decimals and at most 2147483.647 (in JSON: 1000 times the amount, a whole number)',
  currencyCode: 'exactly 3 characters, such as CHF or EUR',
  noEmojis: 'must not contain emojis',
  noMarkdown: 'must not contain formatting such as *bold* or _italic_',

  recipientNotAllowed: 'is not among the recipients that the account allows (Recipients allowed)',
  recipientByName:
    'must be a number: the account allows only certain recipients, and the numbers of people and groups are not known here',
  bothRecipients: 'takes either To (to) or Recipients (toList), not both',
  noRecipient: 'needs a recipient: To (to) or Recipients (toList)',
  emptyRecipients: 'at least one recipient is required',
  smsSenderDigits: 'must contain only digits for an SMS: write {number}',
  smsSender: 'must be up to 16 digits, or up to 11 plain letters, digits and symbols, for an SMS',
  rcsSender: 'must not be empty: enter the sender ID from the provider',
  contentOfChannel: '{channel} carries only {contents}',
  tooLongOnChannel: 'at most {max} characters on {channel}',
  tooManyPages: 'needs {pages} SMS pages, but the page limit is {max}',
  outsideGsm: "only characters of the GSM alphabet, because 'GSM Characters Only' (forceGsm) is on",
  bothSources: 'takes a media ID (mediaId) or a URL (url), not both',
  noSource: 'needs the media ID of an uploaded file (mediaId) or the URL of a public file (url)',
  repeatedId: 'must differ from the ids of the other buttons',
  tooManyRows: 'at most {max} rows across all sections',
  sectionTitle: 'is required when there is more than one section',
  addressesTooLong: 'at most {max} characters for all addresses together',
  halfCharacter: 'contains half of an emoji or another character, as if it had been cut in two',

  repeatedRecipients: 'each recipient gets the message once; repeated entries: {count}',
  oddLength: '{number} does not have the usual number of digits for numbers with {country}',
  templateSpaces:
    'line breaks, tabs and more than four spaces in a row were replaced by one space: WhatsApp refuses them in a template',
  charactersReplaced: 'characters that would make the SMS longer were replaced: {characters}',
  voiceNote: '"{file}" is sent as a voice note ({type})',
  otherType: '"{file}" is sent as {type}, not as {declared}',
  notShown: '"{file}" is {type}: WhatsApp shows only {types} here',
  leftByProgram: 'contains "{left}", so an expression or a field probably found no text',

  noId: 'is not an ID of the service',
  onePersonInFallback:
    'a message with fallback channels has only one recipient: use a message for each recipient',
  fallbackAtOnce: 'a message with fallback channels is always sent at once',
  fallbackOrSplit: 'fallback channels and splitting a text cannot be combined: choose one of them',
  noTextForFallback: 'is required because the message has no text',
  notJson: 'must be JSON ({reason})',
  lostDigits: 'is a number that has lost digits: enter it as text',
  textOrNumber: 'must be text or a number',
  fileTooLarge: 'the file may be at most {limit}',
  fileTooLargeBySetting: 'the file may be at most {limit}, as set in "{setting}"',
  fileEmpty: 'the file is empty',
  noImage: 'must be an image file',
  noVideo: 'must be a video file',
  noAudio: 'must be an audio file',
  noNumberList: 'there is no list for this message; use an empty one if nobody is on it',
  noNumberInList: 'entry {position} is not a phone number',
  entryReadings:
    'entry {position} is not written as one number: write {first} or {whole}, whichever you mean',
  entryWithoutCountry:
    'entry {position} must begin with + or 00, or be a number of the default country of the account',
  notComparable:
    'people and groups of the address book cannot be compared with the exclude list: send to numbers',
  notifiesListed: 'must not go to a number on the exclude list',
  questionTooLong: 'at most {max} characters in a question',
  linkCutOff: 'is too long: the link at its end would be cut off',
  noDay: 'choose at least one day',
  notDay: 'must be days such as monday',
  notTime: 'must be a time such as 08:00',
  sameTime: 'must not be the time at which the window opens',
  notZone: 'must be a time zone such as Europe/Zurich',
  noDateList: 'there is no list for this message; leave the field empty if there are no exceptions',
  notDate: 'must be dates such as 2026-12-25',
  neverOpens: 'does not open within a year: check the days and the exceptions',
} as const;

export function isSentenceKey(key: string): key is SentenceKey {
  return Object.hasOwn(sentences, key);
}

export type SentenceKey = keyof typeof sentences;

export type Path = ReadonlyArray<string | number>;

/**
 * A broken rule: its sentence, the values for the sentence (`got` is what was there instead), and where it is broken, relative to the value
 * that was checked.
 */
export interface Finding {
  key: SentenceKey;
  values?: Values;
  path?: Path;
}

/** A finding with its full path. */
export type Placed = Finding & { path: Path };

/** Says a rule. */
export const rule = sayer(sentences);

/** What a finding says. */
export function said({ key, values }: Finding): Sentence {
  return sentence(key, sentences[key], values);
}
