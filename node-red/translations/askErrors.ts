import type { Translations } from './languages';

/** What can be wrong with a question, or become of it. */
export const askErrors: Translations = {
  'at most {0} characters in a question': {
    de: 'höchstens {0} Zeichen in einer Frage',
    fr: 'au plus {0} caractères dans une question',
    it: 'al massimo {0} caratteri in una domanda',
  },
  'a link needs the public address of the account': {
    de: 'ein Link braucht die öffentliche Adresse des Kontos',
    fr: 'un lien demande l’adresse publique du compte',
    it: 'un link richiede l’indirizzo pubblico dell’account',
  },
  'only a text can contain the link for the answer': {
    de: 'nur ein Text kann den Link für die Antwort enthalten',
    fr: 'seul un texte peut contenir le lien pour la réponse',
    it: 'solo un testo può contenere il link per la risposta',
  },
  'is too long: the link at its end would be cut off': {
    de: 'ist zu lang: der Link am Ende würde abgeschnitten',
    fr: 'est trop long : le lien à la fin serait coupé',
    it: 'è troppo lungo: il link alla fine verrebbe tagliato',
  },
  'Cancel questions with msg.cancel or msg.reset, or set a shorter time limit.': {
    de: 'Brechen Sie Fragen mit msg.cancel oder msg.reset ab, oder setzen Sie ein kürzeres Zeitlimit.',
    fr: 'Annulez des questions avec msg.cancel ou msg.reset, ou fixez un délai plus court.',
    it: 'Annulli domande con msg.cancel o msg.reset, o imposti un limite di tempo più breve.',
  },
  "a question goes to only one number: ask each person separately, or choose 'Who is asked'": {
    de: 'eine Frage geht nur an eine Nummer: jede Person einzeln fragen, oder „Wer gefragt wird“ wählen',
    fr: 'une question ne va qu’à un seul numéro : interrogez chaque personne séparément, ou choisissez « Qui est interrogé »',
    it: 'una domanda va a un solo numero: interroghi ogni persona separatamente, o scelga «A chi si chiede»',
  },
  'people and groups of the address book cannot be asked: ask numbers': {
    de: 'Personen und Gruppen des Adressbuchs können nicht gefragt werden: Nummern fragen',
    fr: 'les personnes et groupes du carnet d’adresses ne peuvent pas être interrogés : interrogez des numéros',
    it: 'non si può chiedere a persone e gruppi della rubrica: chieda a numeri',
  },
  'several people cannot be asked at a later time: leave it empty': {
    de: 'mehrere Personen können nicht zu einem späteren Zeitpunkt gefragt werden: leer lassen',
    fr: 'plusieurs personnes ne peuvent pas être interrogées plus tard : laissez ce champ vide',
    it: 'non si può chiedere a più persone in un secondo momento: lasci vuoto',
  },
  'The question reached none of the people ({0})': {
    de: 'Die Frage hat keine der Personen erreicht ({0})',
    fr: 'La question n’a atteint aucune des personnes ({0})',
    it: 'La domanda non ha raggiunto nessuna delle persone ({0})',
  },
  'there is nothing to choose from: use buttons or a list, or enter words that count as an answer': {
    de: 'es gibt nichts zu wählen: Schaltflächen oder eine Liste verwenden, oder Wörter eingeben, die als Antwort gelten',
    fr: 'il n’y a rien à choisir : utilisez des boutons ou une liste, ou saisissez des mots qui comptent comme réponse',
    it: 'non c’è nulla da scegliere: usi pulsanti o una lista, o inserisca parole che valgono come risposta',
  },
  'the number of a person, a list of numbers, or true with the number in msg.to; msg.reset cancels all questions':
    {
      de: 'die Nummer einer Person, eine Liste von Nummern, oder true mit der Nummer in msg.to; msg.reset bricht alle Fragen ab',
      fr: 'le numéro d’une personne, une liste de numéros, ou true avec le numéro dans msg.to ; msg.reset annule toutes les questions',
      it: 'il numero di una persona, un elenco di numeri, o true con il numero in msg.to; msg.reset annulla tutte le domande',
    },
  'The question was not delivered: {0}': {
    de: 'Die Frage wurde nicht zugestellt: {0}',
    fr: 'La question n’a pas été remise : {0}',
    it: 'La domanda non è stata consegnata: {0}',
  },
  'The node is being replaced, or was removed': {
    de: 'Der Node wird gerade ersetzt oder wurde entfernt',
    fr: 'Le nœud est en cours de remplacement, ou a été supprimé',
    it: 'Il nodo è in corso di sostituzione, o è stato rimosso',
  },
};
