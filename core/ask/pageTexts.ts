/* What a recipient reads: the page behind the link of an SMS, and labels that were left empty. Everything else in n8n is English. */

const en = {
  approve: 'Approve',
  decline: 'Decline',
  choose: 'Choose',
  title: 'Your answer, please',
  from: 'Question from',
  answer: 'Your answer',
  send: 'Send',
  empty: 'Please enter an answer.',
  thanks: 'Thank you. Your answer has been received.',
  chosen: 'You chose:',
  answered: 'This question has already been answered.',
  over: 'This question is closed. No answer is needed any more.',
  chat: 'Please answer in the chat in which you were asked.',
  busy: 'Your answer could not be recorded just now. Please try again in a moment.',
  close: 'You can close this page.',
};

export type PageTexts = Record<keyof typeof en, string>;

export const texts = {
  en,
  de: {
    approve: 'Genehmigen',
    decline: 'Ablehnen',
    choose: 'Auswählen',
    title: 'Ihre Antwort, bitte',
    from: 'Frage von',
    answer: 'Ihre Antwort',
    send: 'Senden',
    empty: 'Bitte geben Sie eine Antwort ein.',
    thanks: 'Vielen Dank. Ihre Antwort ist angekommen.',
    chosen: 'Sie haben gewählt:',
    answered: 'Diese Frage wurde schon beantwortet.',
    over: 'Diese Frage ist abgeschlossen. Eine Antwort ist nicht mehr nötig.',
    chat: 'Bitte antworten Sie in dem Chat, in dem Sie gefragt wurden.',
    busy: 'Ihre Antwort konnte gerade nicht angenommen werden. Bitte versuchen Sie es gleich noch einmal.',
    close: 'Sie können diese Seite schließen.',
  },
  fr: {
    approve: 'Approuver',
    decline: 'Refuser',
    choose: 'Choisir',
    title: 'Votre réponse, s’il vous plaît',
    from: 'Question de',
    answer: 'Votre réponse',
    send: 'Envoyer',
    empty: 'Veuillez saisir une réponse.',
    thanks: 'Merci. Votre réponse a bien été reçue.',
    chosen: 'Vous avez choisi :',
    answered: 'Cette question a déjà reçu une réponse.',
    over: 'Cette question est close. Aucune réponse n’est plus nécessaire.',
    chat: 'Veuillez répondre dans la conversation où la question vous a été posée.',
    busy: 'Votre réponse n’a pas pu être enregistrée. Veuillez réessayer dans un instant.',
    close: 'Vous pouvez fermer cette page.',
  },
  it: {
    approve: 'Approva',
    decline: 'Rifiuta',
    choose: 'Scegli',
    title: 'La Sua risposta, per favore',
    from: 'Domanda da',
    answer: 'La Sua risposta',
    send: 'Invia',
    empty: 'Inserisca una risposta.',
    thanks: 'Grazie. La Sua risposta è stata ricevuta.',
    chosen: 'Ha scelto:',
    answered: 'A questa domanda è già stata data una risposta.',
    over: 'Questa domanda è chiusa. Non serve più una risposta.',
    chat: 'Risponda nella chat in cui ha ricevuto la domanda.',
    busy: 'Non è stato possibile ricevere la Sua risposta. Riprovi tra un momento.',
    close: 'Può chiudere questa pagina.',
  },
} satisfies Record<string, PageTexts>;

export type Language = keyof typeof texts;

function isLanguage(text: string): text is Language {
  return Object.hasOwn(texts, text);
}

/** The page's language for a browser, from its Accept-Language; `usual` if the page has none of those languages. */
export function languageOf(acceptLanguage: unknown, usual: Language = 'en'): Language {
  const wanted = String(acceptLanguage ?? '')
    .split(',')
    .slice(0, 30)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { primary: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return wanted.map(({ primary }) => primary).find(isLanguage) ?? usual;
}
