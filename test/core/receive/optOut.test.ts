import {
  matchesFilter,
  optOutOf,
  readEvent,
  readEvents,
  USUAL_OPT_OUT_WORDS,
  withOptOut,
} from '../../../core/receive';

const words = [...USUAL_OPT_OUT_WORDS.stop, ...USUAL_OPT_OUT_WORDS.start];

describe('a message that is just the word', () => {
  it.each([
    ['STOP', 'stop'],
    ['stop', 'stop'],
    [' Stop. ', 'stop'],
    ['"Stop"!!', 'stop'],
    ['«Stopp»', 'stop'],
    ['\nSTOP\u00a0\n', 'stop'],
    ['Arrêt', 'stop'],
    ['ARRE\u0302T', 'stop'],
    ['arret', 'stop'],
    ['Ferma!', 'stop'],
    ['stopall', 'stop'],
    ['Stop  all', 'stop'],
    ['ＳＴＯＰ', 'stop'],
    ['S\u200bTOP', 'stop'],
    ['STOP 🙏', 'stop'],
    ['unsubscribe', 'stop'],
    ['revoke', 'stop'],
    ['OPTOUT', 'stop'],
    ['Opt out', 'stop'],
    ['opt-out', 'stop'],
    ['STOP SMS', 'stop'],
    ['Abmelden', 'stop'],
    ['BAJA', 'stop'],
    ['STOP\n--\nAnna Muster\nMuster AG, +41 79 123 45 67', 'stop'],
    [`Stop\r\n-- \r\n${'Muster AG '.repeat(500)}`, 'stop'],
    ['STOP\n\nSent from my iPhone', 'stop'],
    ['Stop\n\nVon meinem iPhone gesendet', 'stop'],
    ['Arrêt Envoyé de mon iPhone', 'stop'],
    ['Stop\nSent from Outlook for iOS', 'stop'],
    ['Stop\n\nGesendet mit der WEB.DE Mail App', 'stop'],
    ['Start', 'start'],
    ['¡Unstop!', 'start'],
  ])('%j counts', (text, expected) => {
    expect(optOutOf(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '!!!',
    '🙏',
    'S TOP',
    'stop1',
    '1 stop',
    'stopping',
    'stop it',
    'non-stop',
    `STOP${' '.repeat(100)}`,
    'I said\n--\nSTOP',
    'Sent from my iPhone',
    'STOP - Anna',
    'Please do\nSTOP',
  ])('%j does not count', (text) => {
    expect(optOutOf(text)).toBeUndefined();
  });

  it('can be a word of one’s own, which then replaces the usual ones of its kind', () => {
    const own = { stop: ['Abmelden', ' Désabonner '], start: [] };
    expect(['abmelden!', 'DESABONNER', 'stop', 'start'].map((text) => optOutOf(text, own))).toEqual([
      'stop',
      'stop',
      undefined,
      'start',
    ]);
  });

  it.each([[['', '  ']], [[]]])('stays usual if the list of one’s own is blank: %j', (stop) => {
    expect(optOutOf('stop', { stop })).toBe('stop');
  });
});

/** Ordinary sentences with a gap for the word. */
const sentences = {
  en: [
    'Please do not _ now',
    'When does it _ ?',
    '_ by the shop on your way home',
    'The _ of the week suits me',
    'I never said _',
    'That is the _ , thanks',
    '_ 12, platform 3',
    'Yes and _',
  ],
  de: [
    'Bitte nicht _ drücken',
    'Wo ist die Haltestelle _ ?',
    '_ mal kurz',
    '_ bei der Post',
    'Kannst du den Auftrag _ ?',
    'Ja, aber _ vorher beim Laden',
    'Kein _ bitte',
    '_ und weiter',
  ],
  fr: [
    'Je descends à l’ _ suivant',
    'Ne dites pas _',
    '_ , je suis presque là',
    'Que veut dire _ ?',
    'Pas de _ aujourd’hui',
    'Merci pour l’ _',
    'À quel _ dois-je descendre ?',
    '_ ou encore',
  ],
  it: [
    'Non dire _',
    '_ un momento al negozio',
    'Che cosa vuol dire _ ?',
    'Per favore _ l’ordine vecchio',
    'Una _ e arrivo',
    'Niente _ domani',
    'Grazie per lo _',
    '_ e poi avanti',
  ],
};

it.each(Object.entries(sentences))('no sentence counts that contains such a word (%s)', (_, list) => {
  const all = list.flatMap((sentence) => words.map((word) => sentence.replaceAll('_', word)));
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((text) => optOutOf(text) !== undefined)).toEqual([]);
});

describe('the event', () => {
  const message = (text?: string) => ({ from: '+41791234567', to: '+41791110000', text });
  const read = (text?: string, own?: { stop: string[] }) =>
    readEvents('inbound', { body: message(text) }).flatMap((event) =>
      event.event === 'inbound' ? withOptOut(event, own) : [],
    );

  it('says it of a message, and leaves it out otherwise', () => {
    expect(read('Stop')).toMatchObject([{ optOut: 'stop', keyword: 'STOP' }]);
    expect(read('weiter', { stop: ['Weiter'] })).toMatchObject([{ optOut: 'stop' }]);
    expect(read('Stop it')[0]).not.toHaveProperty('optOut');
  });

  it.each<[string, string, { stop: string[] } | undefined, string | undefined]>([
    ['is one where the button can mean nothing else', 'STOP', undefined, 'stop'],
    ['is none by an everyday word', 'Cancel', undefined, undefined],
    ['is none by a word that is also an everyday one', 'Abmelden', undefined, undefined],
    ['is none by an everyday word that starts again', 'Start', undefined, undefined],
    ['is one by a word that was chosen', 'Cancel', { stop: ['cancel'] }, 'stop'],
  ])('of a tap: it %s', (_, title, words, expected) => {
    const content = { type: 'InteractiveReply', reply: { type: 'Button', id: 'x', title } };
    const { text, keyword, optOut } = Object(withOptOut(readEvent('inbound', { from: '1', content }), words));
    expect({ text, keyword, optOut }).toEqual({
      text: title,
      keyword: title.toUpperCase(),
      optOut: expected,
    });
  });

  it('passes a filter for them, or one against them', () => {
    const passing = (text: string, optOuts: 'all' | 'only' | 'none') =>
      read(text).filter((event) => matchesFilter(event, { optOuts })).length;
    const table = ['Stop', 'Start', 'Hello'].map((text) => [
      passing(text, 'all'),
      passing(text, 'only'),
      passing(text, 'none'),
    ]);
    expect(table).toEqual([
      [1, 1, 0],
      [1, 1, 0],
      [1, 0, 1],
    ]);
    expect(matchesFilter({ event: 'unknown', raw: {} }, { optOuts: 'none' })).toBe(false);
  });
});
