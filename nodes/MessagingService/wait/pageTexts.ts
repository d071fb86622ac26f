/** The texts of the page, in its readers' languages. */
export interface PageTexts {
  title: string;
  answer: string;
  send: string;
  empty: string;
  thanks: string;
  chosen: string;
  answered: string;
  over: string;
  chat: string;
  busy: string;
  close: string;
}

export const languages = ['en', 'de', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];

export const texts: Record<Language, PageTexts> = {
  en: {
    title: 'Your answer, please',
    answer: 'Your answer',
    send: 'Send',
    empty: 'Please enter an answer.',
    thanks: 'Thank you. Your answer has been received.',
    chosen: 'You chose:',
    answered: 'This question has already been answered.',
    over: 'This question is closed. No answer is needed any more.',
    chat: 'Please answer in the chat in which you were asked.',
    busy: 'Your answer could not be taken just now. Please try again in a moment.',
    close: 'You can close this page.',
  },
  de: {
    title: 'Ihre Antwort, bitte',
    answer: 'Ihre Antwort',
    send: 'Senden',
    empty: 'Bitte geben Sie eine Antwort ein.',
    thanks: 'Vielen Dank. Ihre Antwort ist angekommen.',
    chosen: 'Sie haben gewählt:',
    answered: 'Diese Frage wurde schon beantwortet.',
    over: 'Diese Frage ist abgeschlossen. Es braucht keine Antwort mehr.',
    chat: 'Bitte antworten Sie in dem Chat, in dem Sie gefragt wurden.',
    busy: 'Ihre Antwort konnte gerade nicht angenommen werden. Bitte versuchen Sie es gleich noch einmal.',
    close: 'Sie können diese Seite schließen.',
  },
  fr: {
    title: 'Votre réponse, s’il vous plaît',
    answer: 'Votre réponse',
    send: 'Envoyer',
    empty: 'Veuillez saisir une réponse.',
    thanks: 'Merci. Votre réponse a bien été reçue.',
    chosen: 'Vous avez choisi :',
    answered: 'Cette question a déjà reçu une réponse.',
    over: 'Cette question est close. Aucune réponse n’est plus nécessaire.',
    chat: 'Veuillez répondre dans la conversation où la question vous a été posée.',
    busy: 'Votre réponse n’a pas pu être reçue. Veuillez réessayer dans un instant.',
    close: 'Vous pouvez fermer cette page.',
  },
  it: {
    title: 'La Sua risposta, per favore',
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
};

/** The page's language for a browser, from its Accept-Language; English if the page has none of those languages. */
export function languageOf(acceptLanguage: unknown): Language {
  const wanted = String(acceptLanguage ?? '')
    .split(',')
    .slice(0, 30)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { primary: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { primary } of wanted) {
    const found = languages.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}
