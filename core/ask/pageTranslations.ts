/** What a recipient reads: the page behind the link of an SMS, and labels that were left empty. Everything else in n8n is English. */
export interface PageTexts {
  approve: string;
  decline: string;
  choose: string;
  title: string;
  from: string;
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

/** These texts in further languages. Without these entries, they are in English. */
export const translations = {
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
} as const satisfies Record<string, PageTexts>;
