import type { Translations } from './languages';

/** What else the nodes themselves, and the rules for a message, can report. */
export const nodesErrors: Translations = {
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
  'The deduplication key could not be recorded: {0}': {
    de: 'Der Schlüssel von „Nur einmal senden pro“ ließ sich nicht speichern: {0}',
    fr: 'La clé de « Envoyer une seule fois par » n’a pas pu être enregistrée : {0}',
    it: 'Non è stato possibile salvare la chiave di «Invia una sola volta per»: {0}',
  },
  'The journal could not record that the message is being sent: {0}': {
    de: 'Das Journal konnte nicht festhalten, dass die Nachricht gesendet wird: {0}',
    fr: 'Le journal n’a pas pu enregistrer que le message est en cours d’envoi : {0}',
    it: 'Il registro non ha potuto annotare che il messaggio viene inviato: {0}',
  },
  "Check the folder 'messaging-service' in Node-RED's user folder, and send the message again.": {
    de: 'Prüfen Sie den Ordner „messaging-service“ im Benutzerordner von Node-RED, und senden Sie die Nachricht noch einmal.',
    fr: 'Vérifiez le dossier « messaging-service » dans le dossier utilisateur de Node-RED, et renvoyez le message.',
    it: 'Controlli la cartella «messaging-service» nella cartella utente di Node-RED, e invii di nuovo il messaggio.',
  },
  'Try again when the key store is available.': {
    de: 'Versuchen Sie es noch einmal, wenn der Speicher für die Schlüssel verfügbar ist.',
    fr: 'Réessayez quand le stockage des clés sera disponible.',
    it: 'Riprovi quando l’archivio delle chiavi è disponibile.',
  },
  'must be text, not an object with {0}: set the field to one of its properties, such as msg.payload.text': {
    de: 'muss ein Text sein, kein Objekt mit {0}: Wählen Sie im Feld eine seiner Eigenschaften, etwa msg.payload.text',
    fr: 'doit être un texte, pas un objet avec {0} : choisissez dans le champ une de ses propriétés, comme msg.payload.text',
    it: 'deve essere un testo, non un oggetto con {0}: scelga nel campo una delle sue proprietà, come msg.payload.text',
  },
  'must be text or a number': {
    de: 'muss ein Text oder eine Zahl sein',
    fr: 'doit être un texte ou un nombre',
    it: 'deve essere un testo o un numero',
  },
  'is a number that has lost digits: enter it as text': {
    de: 'ist eine Zahl, die Ziffern verloren hat: als Text eingeben',
    fr: 'est un nombre qui a perdu des chiffres : saisissez-le comme texte',
    it: 'è un numero che ha perso delle cifre: lo inserisca come testo',
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
  "The message has waited for the service since {0}, for as long as 'Keep trying for' allows.": {
    de: 'Die Nachricht wartet seit {0} auf den Dienst, so lange „Weiter versuchen für“ erlaubt.',
    fr: 'Le message attend le service depuis le {0}, aussi longtemps que « Réessayer pendant » le permet.',
    it: 'Il messaggio attende il servizio dal {0}, per tutto il tempo che «Continua a provare per» consente.',
  },
  "The message has waited for the service since {0}, for as long as 'Keep trying for' allows. {1}": {
    de: 'Die Nachricht wartet seit {0} auf den Dienst, so lange „Weiter versuchen für“ erlaubt. {1}',
    fr: 'Le message attend le service depuis le {0}, aussi longtemps que « Réessayer pendant » le permet. {1}',
    it: 'Il messaggio attende il servizio dal {0}, per tutto il tempo che «Continua a provare per» consente. {1}',
  },
};
