import type { Translations } from './languages';

/** What the nodes themselves, and the rules for a message, can report. */
export const nodesErrors: Translations = {
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
  'It is not known whether the message was sent': {
    de: 'Es ist nicht bekannt, ob die Nachricht gesendet wurde',
    fr: 'On ne sait pas si le message a été envoyé',
    it: 'Non si sa se il messaggio è stato inviato',
  },
  'The message did not get through on any channel ({0})': {
    de: 'Die Nachricht kam auf keinem Kanal an ({0})',
    fr: 'Le message n’est arrivé par aucun canal ({0})',
    it: 'Il messaggio non è arrivato su nessun canale ({0})',
  },
  'No delivery was reported in time': {
    de: 'Es wurde nicht rechtzeitig eine Zustellung gemeldet',
    fr: 'Aucune remise n’a été signalée à temps',
    it: 'Nessuna consegna è stata segnalata in tempo',
  },
  'not delivered': { de: 'nicht zugestellt', fr: 'non remis', it: 'non consegnato' },
  'a message with further channels has only one recipient: use a message for each recipient': {
    de: 'eine Nachricht mit weiteren Kanälen hat nur einen Empfänger: eine Nachricht je Empfänger senden',
    fr: 'un message avec d’autres canaux n’a qu’un destinataire : envoyez un message par destinataire',
    it: 'un messaggio con altri canali ha un solo destinatario: invii un messaggio per ogni destinatario',
  },
  'a message with further channels is always sent at once': {
    de: 'eine Nachricht mit weiteren Kanälen wird immer sofort gesendet',
    fr: 'un message avec d’autres canaux est toujours envoyé tout de suite',
    it: 'un messaggio con altri canali viene sempre inviato subito',
  },
  'is required because the message has no text': {
    de: 'ist erforderlich, weil die Nachricht keinen Text hat',
    fr: 'est obligatoire, car le message n’a pas de texte',
    it: 'è obbligatorio perché il messaggio non ha testo',
  },
  'the file may be at most {0} MB': {
    de: 'die Datei darf höchstens {0} MB groß sein',
    fr: 'le fichier ne doit pas dépasser {0} Mo',
    it: 'il file può avere al massimo {0} MB',
  },
  'must be an image file': {
    de: 'muss eine Bilddatei sein',
    fr: 'doit être un fichier image',
    it: 'deve essere un file immagine',
  },
  'must be a video file': {
    de: 'muss eine Videodatei sein',
    fr: 'doit être un fichier vidéo',
    it: 'deve essere un file video',
  },
  'must be an audio file': {
    de: 'muss eine Audiodatei sein',
    fr: 'doit être un fichier audio',
    it: 'deve essere un file audio',
  },
  'The outcome of the message could not be passed on: {0}': {
    de: 'Das Ergebnis der Nachricht ließ sich nicht weitergeben: {0}',
    fr: 'Le résultat du message n’a pas pu être transmis : {0}',
    it: 'L’esito del messaggio non è stato trasmesso: {0}',
  },
  'Node-RED copies a message for the next nodes. Remove what cannot be copied before this node.': {
    de: 'Node-RED kopiert eine Nachricht für die nächsten Nodes. Entfernen Sie vor diesem Node, was sich nicht kopieren lässt.',
    fr: 'Node-RED copie un message pour les nœuds suivants. Retirez avant ce nœud ce qui ne peut pas être copié.',
    it: 'Node-RED copia un messaggio per i nodi successivi. Tolga prima di questo nodo ciò che non si può copiare.',
  },
  'must be a number of minutes, more than 0 and at most a year': {
    de: 'muss eine Anzahl Minuten sein, mehr als 0 und höchstens ein Jahr',
    fr: 'doit être un nombre de minutes, supérieur à 0 et d’un an au plus',
    it: 'deve essere un numero di minuti, maggiore di 0 e al massimo un anno',
  },
  'the file is empty': { de: 'die Datei ist leer', fr: 'le fichier est vide', it: 'il file è vuoto' },
  'The key "{0}" could not be removed, so its message counts as sent. {1}': {
    de: 'Der Schlüssel „{0}“ ließ sich nicht entfernen; seine Nachricht gilt deshalb als gesendet. {1}',
    fr: 'La clé « {0} » n’a pas pu être supprimée ; son message est donc considéré comme envoyé. {1}',
    it: 'Non è stato possibile rimuovere la chiave «{0}», quindi il suo messaggio risulta inviato. {1}',
  },
  'The key of "Send Only Once Per" could not be recorded: {0}': {
    de: 'Der Schlüssel von „Nur einmal senden je“ ließ sich nicht speichern: {0}',
    fr: 'La clé de « Envoyer une seule fois par » n’a pas pu être enregistrée : {0}',
    it: 'Non è stato possibile salvare la chiave di «Invia una sola volta per»: {0}',
  },
  'The context store could not record that the message is being sent: {0}': {
    de: 'Der Kontextspeicher konnte nicht speichern, dass die Nachricht gesendet wird: {0}',
    fr: 'Le stockage de contexte n’a pas pu enregistrer que le message est en cours d’envoi : {0}',
    it: 'L’archivio di contesto non ha potuto salvare che il messaggio viene inviato: {0}',
  },
  'Check the store in settings.js, and send the message again.': {
    de: 'Prüfen Sie den Speicher in settings.js, und senden Sie die Nachricht noch einmal.',
    fr: 'Vérifiez le stockage dans settings.js, et renvoyez le message.',
    it: 'Controlli l’archivio in settings.js, e invii di nuovo il messaggio.',
  },
  'Nothing was sent. Try again when the key store is available.': {
    de: 'Es wurde nichts gesendet. Versuchen Sie es noch einmal, wenn der Speicher für die Schlüssel verfügbar ist.',
    fr: 'Rien n’a été envoyé. Réessayez quand le stockage des clés sera disponible.',
    it: 'Non è stato inviato nulla. Riprovi quando l’archivio delle chiavi è disponibile.',
  },
  'must be text or a number': {
    de: 'muss ein Text oder eine Zahl sein',
    fr: 'doit être un texte ou un nombre',
    it: 'deve essere un testo o un numero',
  },
  'is empty for this message': {
    de: 'ist bei dieser Nachricht leer',
    fr: 'est vide pour ce message',
    it: 'è vuoto per questo messaggio',
  },
  'an object': { de: 'ein Objekt', fr: 'un objet', it: 'un oggetto' },
  'a list': { de: 'eine Liste', fr: 'une liste', it: 'una lista' },
  'must be JSON ({0})': {
    de: 'muss JSON sein ({0})',
    fr: 'doit être du JSON ({0})',
    it: 'deve essere JSON ({0})',
  },
  'Cancel questions with msg.cancel or msg.reset, or set a shorter time limit.': {
    de: 'Brechen Sie Fragen mit msg.cancel oder msg.reset ab, oder setzen Sie ein kürzeres Zeitlimit.',
    fr: 'Annulez des questions avec msg.cancel ou msg.reset, ou fixez un délai plus court.',
    it: 'Annulli domande con msg.cancel o msg.reset, o imposti un limite di tempo più breve.',
  },
  'a question goes to only one number: ask each person separately, or choose “Who is asked”': {
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
  'at most {0} messages in one array': {
    de: 'höchstens {0} Nachrichten in einem Array',
    fr: 'au plus {0} messages dans un tableau',
    it: 'al massimo {0} messaggi in un array',
  },
  '{0} of {1} messages failed; {2}[{3}]: {4}': {
    de: '{0} von {1} Nachrichten sind fehlgeschlagen; {2}[{3}]: {4}',
    fr: 'échec de {0} messages sur {1} ; {2}[{3}] : {4}',
    it: '{0} messaggi su {1} non riusciti; {2}[{3}]: {4}',
  },
  'And {0} more.': { de: 'Weitere: {0}.', fr: 'Autres : {0}.', it: 'Altri: {0}.' },
  'The others were sent: send only the failed ones again, if they are still wanted.': {
    de: 'Die anderen wurden gesendet: Senden Sie nur die fehlgeschlagenen noch einmal, falls sie noch gebraucht werden.',
    fr: 'Les autres ont été envoyés : ne renvoyez que ceux qui ont échoué, s’ils sont encore utiles.',
    it: 'Gli altri sono stati inviati: invii di nuovo solo quelli non riusciti, se servono ancora.',
  },
  'None was accepted. Correct what is named above before you send them again.': {
    de: 'Keine wurde angenommen. Korrigieren Sie das oben Genannte, bevor Sie sie noch einmal senden.',
    fr: 'Aucun n’a été accepté. Corrigez ce qui est indiqué ci-dessus avant de les renvoyer.',
    it: 'Nessuno è stato accettato. Corregga quanto indicato sopra prima di inviarli di nuovo.',
  },
  'neither a text nor a number': {
    de: 'weder ein Text noch eine Zahl',
    fr: 'ni un texte ni un nombre',
    it: 'né un testo né un numero',
  },
  'must be the ID of a {0}, but {1} is {2}': {
    de: 'muss die ID sein ({0}), aber {1} ist {2}',
    fr: 'doit être l’ID ({0}), mais {1} est {2}',
    it: 'deve essere l’ID ({0}), ma {1} è {2}',
  },
  'The node was removed before the message had its turn': {
    de: 'Der Node wurde entfernt, bevor die Nachricht an der Reihe war',
    fr: 'Le nœud a été supprimé avant le tour du message',
    it: 'Il nodo è stato rimosso prima che fosse il turno del messaggio',
  },
  'Send the message again if it is still wanted.': {
    de: 'Senden Sie die Nachricht noch einmal, falls sie noch gebraucht wird.',
    fr: 'Renvoyez le message s’il est encore utile.',
    it: 'Invii di nuovo il messaggio, se serve ancora.',
  },
  '{0} messages of this node are already waiting, which is the maximum': {
    de: 'Es warten bereits {0} Nachrichten dieses Nodes, das ist das Maximum',
    fr: '{0} messages de ce nœud attendent déjà, c’est le maximum',
    it: '{0} messaggi di questo nodo sono già in attesa, il massimo possibile',
  },
  'Nothing was sent. {0}': {
    de: 'Es wurde nichts gesendet. {0}',
    fr: 'Rien n’a été envoyé. {0}',
    it: 'Non è stato inviato nulla. {0}',
  },
  'Node-RED stopped while the message was being sent': {
    de: 'Node-RED wurde beendet, während die Nachricht gesendet wurde',
    fr: 'Node-RED s’est arrêté pendant l’envoi du message',
    it: 'Node-RED si è fermato durante l’invio del messaggio',
  },
  'Check in the portal whether the person got it before you send it again.': {
    de: 'Prüfen Sie im Portal, ob die Person sie erhalten hat, bevor Sie sie noch einmal senden.',
    fr: 'Vérifiez dans le portail si la personne l’a reçu avant de le renvoyer.',
    it: 'Verifichi nel portale se la persona lo ha ricevuto prima di inviarlo di nuovo.',
  },
  'There is no message for this channel': {
    de: 'Für diesen Kanal gibt es keine Nachricht',
    fr: 'Il n’y a pas de message pour ce canal',
    it: 'Non c’è un messaggio per questo canale',
  },
  'Send the message again when the service can be reached.': {
    de: 'Senden Sie die Nachricht noch einmal, wenn der Dienst erreichbar ist.',
    fr: 'Renvoyez le message quand le service sera joignable.',
    it: 'Invii di nuovo il messaggio quando il servizio è raggiungibile.',
  },
  'must be a Buffer: set the "read file" node to output "a single Buffer object", or the "http request" node to return "a binary buffer"':
    {
      de: 'muss ein Buffer sein: im Node „read file“ als Ausgabe ein einzelnes Buffer-Objekt wählen, im Node „http request“ einen binären Buffer',
      fr: 'doit être un Buffer : dans le nœud « Lire le fichier », choisissez « un seul objet Tampon » ; dans le nœud « http request », « tampon binaire »',
      it: 'deve essere un Buffer: nel nodo «read file» scelga come uscita un singolo oggetto Buffer, nel nodo «http request» un buffer binario',
    },
  'must be spelled like image/png': {
    de: 'muss wie image/png geschrieben sein',
    fr: 'doit s’écrire comme image/png',
    it: 'va scritto come image/png',
  },
  'a value of type {0}': {
    de: 'ein Wert vom Typ {0}',
    fr: 'une valeur de type {0}',
    it: 'un valore di tipo {0}',
  },
  'The message has waited for the service since {0}, for as long as "Keep trying for" allows.': {
    de: 'Die Nachricht wartet seit {0} auf den Dienst, so lange „Weiter versuchen für“ erlaubt.',
    fr: 'Le message attend le service depuis {0}, aussi longtemps que « Réessayer pendant » le permet.',
    it: 'Il messaggio attende il servizio dal {0}, per tutto il tempo che «Continua a provare per» consente.',
  },
  'The message has waited for the service since {0}, for as long as "Keep trying for" allows. {1}': {
    de: 'Die Nachricht wartet seit {0} auf den Dienst, so lange „Weiter versuchen für“ erlaubt. {1}',
    fr: 'Le message attend le service depuis {0}, aussi longtemps que « Réessayer pendant » le permet. {1}',
    it: 'Il messaggio attende il servizio dal {0}, per tutto il tempo che «Continua a provare per» consente. {1}',
  },
  'Nothing was sent. Send the message again if it is still wanted.': {
    de: 'Es wurde nichts gesendet. Senden Sie die Nachricht noch einmal, falls sie noch gebraucht wird.',
    fr: 'Rien n’a été envoyé. Renvoyez le message s’il est encore utile.',
    it: 'Non è stato inviato nulla. Invii di nuovo il messaggio, se serve ancora.',
  },
  'The node that asked is being replaced': {
    de: 'Der Node, der gefragt hat, wird ersetzt',
    fr: 'Le nœud qui a posé la question est en cours de remplacement',
    it: 'Il nodo che ha posto la domanda viene sostituito',
  },
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
  'entry {0} has no country code, and the account has no default country': {
    de: 'Eintrag {0} hat keine Landesvorwahl, und das Konto hat kein Standardland',
    fr: 'l’entrée {0} n’a pas d’indicatif de pays, et le compte n’a pas de pays par défaut',
    it: 'la voce {0} non ha un prefisso internazionale, e l’account non ha un paese predefinito',
  },
  'people and groups of the address book cannot be compared with the list of "Do Not Send To": send to numbers':
    {
      de: 'Personen und Gruppen des Adressbuchs lassen sich nicht mit der Liste „Nicht senden an“ vergleichen: an Nummern senden',
      fr: 'les personnes et les groupes du carnet d’adresses ne peuvent pas être comparés à la liste « Ne pas envoyer à » : envoyez à des numéros',
      it: 'le persone e i gruppi della rubrica non si possono confrontare con l’elenco «Non inviare a»: invii a numeri',
    },
  'The number is on the list of "Do Not Send To"': {
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
  'The loop guard of the account allows {0} messages to one person in {1} minutes; held back until {2}': {
    de: 'Der Schleifenschutz des Kontos erlaubt {0} Nachrichten an eine Person in {1} Minuten; zurückgehalten bis {2}',
    fr: 'La protection contre les boucles du compte autorise {0} messages à une personne en {1} minutes ; retenu jusqu’à {2}',
    it: 'La protezione dai cicli dell’account consente {0} messaggi a una persona in {1} minuti; trattenuto fino a {2}',
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
  '{0}: a group of the address book cannot be counted, because only the service knows its members': {
    de: '{0}: Eine Gruppe des Adressbuchs lässt sich nicht zählen, weil nur der Dienst ihre Mitglieder kennt',
    fr: '{0} : un groupe du carnet d’adresses ne peut pas être compté, car seul le service connaît ses membres',
    it: '{0}: un gruppo della rubrica non si può contare, perché solo il servizio ne conosce i membri',
  },
  'must be a number above 0': {
    de: 'muss eine Zahl über 0 sein',
    fr: 'doit être un nombre supérieur à 0',
    it: 'deve essere un numero maggiore di 0',
  },
  'Nothing was sent. Check what comes into the node, or raise the limit.': {
    de: 'Es wurde nichts gesendet. Prüfen Sie, was in den Node kommt, oder erhöhen Sie die Grenze.',
    fr: 'Rien n’a été envoyé. Vérifiez ce qui entre dans le nœud, ou relevez la limite.',
    it: 'Non è stato inviato nulla. Controlli che cosa entra nel nodo, o alzi il limite.',
  },
  'Nothing was sent. Send to numbers.': {
    de: 'Es wurde nichts gesendet. Senden Sie an Nummern.',
    fr: 'Rien n’a été envoyé. Envoyez à des numéros.',
    it: 'Non è stato inviato nulla. Invii a numeri.',
  },
  'Correct the number in the account.': {
    de: 'Berichtigen Sie die Zahl im Konto.',
    fr: 'Corrigez le nombre dans le compte.',
    it: 'Corregga il numero nell’account.',
  },
};
