import type { Translations } from './languages';

/** What keeps messages from people: the list of those who get nothing, the allowed recipients, the rate limit and the limit per run. */
export const limitErrors: Translations = {
  'there is no list for this message; use an empty one if nobody is on it': {
    de: 'für diese Nachricht gibt es keine Liste; verwenden Sie eine leere, wenn niemand darauf steht',
    fr: 'il n’y a pas de liste pour ce message ; utilisez une liste vide si personne n’y figure',
    it: 'per questo messaggio non c’è un elenco; ne usi uno vuoto se non vi figura nessuno',
  },
  'entry {0} is not a phone number': {
    de: 'Eintrag {0} ist keine Telefonnummer',
    fr: 'l’entrée {0} n’est pas un numéro de téléphone',
    it: 'la voce {0} non è un numero di telefono',
  },
  'entry {0} begins with neither + nor 00, and the account has no default country': {
    de: 'Eintrag {0} beginnt weder mit + noch mit 00, und das Konto hat kein Standardland',
    fr: 'l’entrée {0} ne commence ni par + ni par 00, et le compte n’a pas de pays par défaut',
    it: 'la voce {0} non inizia né con + né con 00, e l’account non ha un paese predefinito',
  },
  'must not go to a number on the exclude list': {
    de: 'darf nicht an eine Nummer auf der Liste „Nicht senden an“ gehen',
    fr: 'ne doit pas aller à un numéro de la liste « Ne pas envoyer à »',
    it: 'non deve andare a un numero dell’elenco «Non inviare a»',
  },
  'people and groups of the address book cannot be compared with the exclude list: send to numbers': {
    de: 'Personen und Gruppen des Adressbuchs lassen sich nicht mit der Liste „Nicht senden an“ vergleichen: an Nummern senden',
    fr: 'les personnes et les groupes du carnet d’adresses ne peuvent pas être comparés à la liste « Ne pas envoyer à » : envoyez à des numéros',
    it: 'le persone e i gruppi della rubrica non si possono confrontare con l’elenco «Non inviare a»: invii a numeri',
  },
  'The number is on the exclude list': {
    de: 'Die Nummer steht auf der Liste „Nicht senden an“',
    fr: 'Le numéro figure dans la liste « Ne pas envoyer à »',
    it: 'Il numero è nell’elenco «Non inviare a»',
  },
  'Choose somebody else, or take the number off the list if the person agrees.': {
    de: 'Wählen Sie jemand anderen, oder nehmen Sie die Nummer von der Liste, wenn die Person einverstanden ist.',
    fr: 'Choisissez quelqu’un d’autre, ou retirez le numéro de la liste si la personne est d’accord.',
    it: 'Scelga qualcun altro, o tolga il numero dall’elenco se la persona è d’accordo.',
  },
  '"{0}" among the allowed recipients is neither a number nor the beginning of one': {
    de: '„{0}“ unter den erlaubten Empfängern ist weder eine Nummer noch der Anfang einer Nummer',
    fr: '« {0} » parmi les destinataires autorisés n’est ni un numéro ni le début d’un numéro',
    it: '«{0}» tra i destinatari consentiti non è né un numero né l’inizio di un numero',
  },
  'Enter numbers such as +41791234567 or beginnings such as +4179* in the account.': {
    de: 'Geben Sie im Konto Nummern wie +41791234567 oder Anfänge wie +4179* ein.',
    fr: 'Saisissez dans le compte des numéros comme +41791234567, ou des débuts comme +4179*.',
    it: 'Inserisca nell’account numeri come +41791234567 o inizi come +4179*.',
  },
  'The limit for one person is reached ({0} in {1} min); the next message can go out at {2}': {
    de: 'Die Grenze für eine Person ist erreicht ({0} in {1} min); die nächste Nachricht kann um {2} gesendet werden',
    fr: 'La limite pour une personne est atteinte ({0} en {1} min) ; le prochain message peut partir à {2}',
    it: 'Il limite per una persona è raggiunto ({0} in {1} min); il prossimo messaggio può partire alle {2}',
  },
  'Find out why so many messages go to one person: two bots may be answering each other. The limit is a setting of the account.':
    {
      de: 'Finden Sie heraus, warum so viele Nachrichten an eine Person gehen: Vielleicht antworten zwei Bots einander. Die Grenze ist eine Einstellung des Kontos.',
      fr: 'Cherchez pourquoi tant de messages vont à une personne : peut-être deux bots se répondent-ils. La limite est un réglage du compte.',
      it: 'Scopra perché così tanti messaggi vanno a una persona: forse due bot si rispondono. Il limite è un’impostazione dell’account.',
    },
  'The most messages to one person must be a whole number up to {0}, got {1}': {
    de: 'Die Höchstzahl der Nachrichten an eine Person muss eine ganze Zahl bis {0} sein, ist aber {1}',
    fr: 'Le maximum de messages à une personne doit être un nombre entier jusqu’à {0}, reçu {1}',
    it: 'Il massimo di messaggi a una persona deve essere un numero intero fino a {0}, ma è {1}',
  },
  'The minutes for messages to one person must be a number from {0} to {1}, got {2}': {
    de: 'Die Minuten für Nachrichten an eine Person müssen eine Zahl von {0} bis {1} sein, sind aber {2}',
    fr: 'Les minutes pour les messages à une personne doivent être un nombre de {0} à {1}, reçu {2}',
    it: 'I minuti per i messaggi a una persona devono essere un numero da {0} a {1}, ma sono {2}',
  },
  '{0}: all together are {1} messages, and the limit is {2}': {
    de: '{0}: Alle zusammen sind {1} Nachrichten, und die Grenze ist {2}',
    fr: '{0} : il y a {1} messages en tout, et la limite est {2}',
    it: '{0}: in tutto sono {1} messaggi, e il limite è {2}',
  },
  '{0}: all together are {1} pages, and the limit is {2}': {
    de: '{0}: Alle zusammen sind {1} Seiten, und die Grenze ist {2}',
    fr: '{0} : il y a {1} pages en tout, et la limite est {2}',
    it: '{0}: in tutto sono {1} pagine, e il limite è {2}',
  },
  '{0}: all together are {1} points, and the limit is {2}': {
    de: '{0}: Alle zusammen sind {1} Punkte, und die Grenze ist {2}',
    fr: '{0} : il y a {1} points en tout, et la limite est {2}',
    it: '{0}: in tutto sono {1} punti, e il limite è {2}',
  },
  '{0}: all together cost {1} points, and the balance is {2}': {
    de: '{0}: Zusammen kosten sie {1} Punkte, und das Guthaben beträgt {2}',
    fr: '{0} : le tout coûte {1} points, et le solde est de {2}',
    it: '{0}: in tutto costano {1} punti, e il saldo è di {2}',
  },
  '{0}: the balance could not be read, so nothing was sent: {1}': {
    de: '{0}: Das Guthaben liess sich nicht abfragen, darum wurde nichts gesendet: {1}',
    fr: '{0} : le solde n’a pas pu être lu, rien n’a donc été envoyé : {1}',
    it: '{0}: non è stato possibile leggere il saldo, quindi non è stato inviato nulla: {1}',
  },
  'the answer has no number': {
    de: 'Die Antwort enthält keine Zahl',
    fr: 'la réponse ne contient aucun nombre',
    it: 'la risposta non contiene nessun numero',
  },
  'Check what comes into the node, or top up the account.': {
    de: 'Prüfen Sie, was in den Node kommt, oder laden Sie das Konto auf.',
    fr: 'Vérifiez ce qui entre dans le nœud, ou rechargez le compte.',
    it: 'Controlli che cosa arriva al nodo, o ricarichi il conto.',
  },
  'Switch this limit off if your service does not say how many points are left.': {
    de: 'Schalten Sie diese Grenze aus, wenn Ihr Dienst nicht sagt, wie viele Punkte übrig sind.',
    fr: 'Désactivez cette limite si votre service n’indique pas combien de points il reste.',
    it: 'Disattivi questo limite se il servizio non dice quanti punti restano.',
  },
  '{0}: a group of the address book cannot be counted, because only the service knows its members': {
    de: '{0}: Eine Gruppe des Adressbuchs lässt sich nicht zählen, weil nur der Dienst ihre Mitglieder kennt',
    fr: '{0} : un groupe du carnet d’adresses ne peut pas être compté, car seul le service connaît ses membres',
    it: '{0}: un gruppo della rubrica non si può contare, perché solo il servizio ne conosce i membri',
  },
  'Check what comes into the node, or raise the limit.': {
    de: 'Prüfen Sie, was in den Node kommt, oder erhöhen Sie die Grenze.',
    fr: 'Vérifiez ce qui entre dans le nœud, ou relevez la limite.',
    it: 'Controlli che cosa entra nel nodo, o alzi il limite.',
  },
  'Send to numbers.': {
    de: 'Senden Sie an Nummern.',
    fr: 'Envoyez à des numéros.',
    it: 'Invii a numeri.',
  },
  'Correct the number in the account.': {
    de: 'Berichtigen Sie die Zahl im Konto.',
    fr: 'Corrigez le nombre dans le compte.',
    it: 'Corregga il numero nell’account.',
  },
};
