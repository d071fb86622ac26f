import type { Translations } from './languages';

/** What is wrong with the settings of a node or an account. */
export const settingsErrors: Translations = {
  'The account has no user name or no password': {
    de: 'Dem Konto fehlt der Benutzername oder das Passwort',
    fr: 'Il manque au compte le nom d’utilisateur ou le mot de passe',
    it: 'All’account manca il nome utente o la password',
  },
  'Enter both in the account; they are not part of an imported flow.': {
    de: 'Geben Sie beides im Konto ein; ein importierter Flow enthält es nicht.',
    fr: 'Saisissez les deux dans le compte ; un flux importé ne les contient pas.',
    it: 'Inserisca entrambi nell’account; un flusso importato non li contiene.',
  },
  'The user name or the password is missing': {
    de: 'Benutzername oder Passwort fehlt',
    fr: 'Le nom d’utilisateur ou le mot de passe manque',
    it: 'Manca il nome utente o la password',
  },
  'Enter both.': { de: 'Geben Sie beides ein.', fr: 'Saisissez les deux.', it: 'Inserisca entrambi.' },
  'The stored password is used only with the base URL it is stored with': {
    de: 'Das gespeicherte Passwort wird nur mit der Basis-URL verwendet, mit der es gespeichert ist',
    fr: 'Le mot de passe enregistré ne sert qu’avec l’URL de base avec laquelle il est enregistré',
    it: 'La password salvata viene usata solo con l’URL di base con cui è salvata',
  },
  'Type the password again, or deploy first.': {
    de: 'Geben Sie das Passwort noch einmal ein, oder führen Sie zuerst einen Deploy aus.',
    fr: 'Saisissez de nouveau le mot de passe, ou déployez d’abord.',
    it: 'Inserisca di nuovo la password, o esegua prima il deploy.',
  },
  'Install this package again, and restart.': {
    de: 'Installieren Sie dieses Paket noch einmal, und starten Sie neu.',
    fr: 'Réinstallez ce paquet, et redémarrez.',
    it: 'Installi di nuovo questo pacchetto, e riavvii.',
  },
  '{0} is not set': { de: '{0} ist nicht gesetzt', fr: '{0} n’est pas défini', it: '{0} non è impostato' },
  'the value': { de: 'der Wert', fr: 'la valeur', it: 'il valore' },
  'the environment variable': {
    de: 'die Umgebungsvariable',
    fr: 'la variable d’environnement',
    it: 'la variabile d’ambiente',
  },
  'the JSONata expression': {
    de: 'der JSONata-Ausdruck',
    fr: 'l’expression JSONata',
    it: 'l’espressione JSONata',
  },
  'the JSON': { de: 'das JSON', fr: 'le JSON', it: 'il JSON' },
  'the message property': {
    de: 'die Eigenschaft der Nachricht',
    fr: 'la propriété du message',
    it: 'la proprietà del messaggio',
  },
  'the flow variable': { de: 'die Flow-Variable', fr: 'la variable de flux', it: 'la variabile di flusso' },
  'the global variable': {
    de: 'die globale Variable',
    fr: 'la variable globale',
    it: 'la variabile globale',
  },
  '{0} of this field cannot be evaluated: {1}': {
    de: '{0} dieses Feldes lässt sich nicht auswerten: {1}',
    fr: '{0} de ce champ ne peut pas être évalué : {1}',
    it: '{0} di questo campo non può essere valutato: {1}',
  },
  '{0} finds nothing for this message': {
    de: '{0} findet bei dieser Nachricht nichts',
    fr: '{0} ne trouve rien pour ce message',
    it: '{0} non trova nulla per questo messaggio',
  },
  '{0} is {1}, and no text': {
    de: '{0} ist {1} und kein Text',
    fr: '{0} est {1}, et non un texte',
    it: '{0} è {1}, e non un testo',
  },
  'binary data': { de: 'Binärdaten', fr: 'des données binaires', it: 'dati binari' },
  'must be a message request, an object with channel, to and content': {
    de: 'muss eine Sendeanfrage sein, ein Objekt mit channel, to und content',
    fr: 'doit être une demande d’envoi, un objet avec channel, to et content',
    it: 'deve essere una richiesta d’invio, un oggetto con channel, to e content',
  },
  'is the same for every message, so only the first one would go out: choose a value of the message, such as msg.orderId':
    {
      de: 'ist für jede Nachricht gleich, also ginge nur die erste hinaus: einen Wert der Nachricht wählen, etwa msg.orderId',
      fr: 'est identique pour tous les messages, donc seul le premier partirait : choisissez une valeur du message, comme msg.orderId',
      it: 'è uguale per tutti i messaggi, quindi partirebbe solo il primo: scelga un valore del messaggio, come msg.orderId',
    },
  'The environment variable {0} of the node is not set': {
    de: 'Die Umgebungsvariable {0} des Nodes ist nicht gesetzt',
    fr: 'La variable d’environnement {0} du nœud n’est pas définie',
    it: 'La variabile d’ambiente {0} del nodo non è impostata',
  },
  'The environment variable {0} of the account is not set': {
    de: 'Die Umgebungsvariable {0} des Kontos ist nicht gesetzt',
    fr: 'La variable d’environnement {0} du compte n’est pas définie',
    it: 'La variabile d’ambiente {0} dell’account non è impostata',
  },
  'The environment variables {0} of the node are not set': {
    de: 'Die Umgebungsvariablen {0} des Nodes sind nicht gesetzt',
    fr: 'Les variables d’environnement {0} du nœud ne sont pas définies',
    it: 'Le variabili d’ambiente {0} del nodo non sono impostate',
  },
  'The environment variables {0} of the account are not set': {
    de: 'Die Umgebungsvariablen {0} des Kontos sind nicht gesetzt',
    fr: 'Les variables d’environnement {0} du compte ne sont pas définies',
    it: 'Le variabili d’ambiente {0} dell’account non sono impostate',
  },
  'Set it for Node-RED, the flow or the group, or enter the value itself.': {
    de: 'Setzen Sie sie für Node-RED, den Flow oder die Gruppe, oder geben Sie den Wert selbst ein.',
    fr: 'Définissez-la pour Node-RED, le flux ou le groupe, ou saisissez la valeur elle-même.',
    it: 'La imposti per Node-RED, il flusso o il gruppo, o inserisca il valore stesso.',
  },
  'The account of the node is disabled': {
    de: 'Das Konto des Nodes ist deaktiviert',
    fr: 'Le compte du nœud est désactivé',
    it: 'L’account del nodo è disattivato',
  },
  'Enable it, and deploy.': {
    de: 'Aktivieren Sie es, und führen Sie einen Deploy aus.',
    fr: 'Activez-le, puis déployez.',
    it: 'Lo attivi ed esegua il deploy.',
  },
  'The account of the node was deleted': {
    de: 'Das Konto des Nodes wurde gelöscht',
    fr: 'Le compte du nœud a été supprimé',
    it: 'L’account del nodo è stato eliminato',
  },
  'Choose another account in the node, and deploy.': {
    de: 'Wählen Sie im Node ein anderes Konto, und führen Sie einen Deploy aus.',
    fr: 'Choisissez un autre compte dans le nœud, puis déployez.',
    it: 'Scelga un altro account nel nodo ed esegua il deploy.',
  },
  'The node has no account': {
    de: 'Der Node hat kein Konto',
    fr: 'Le nœud n’a pas de compte',
    it: 'Il nodo non ha un account',
  },
  'Choose an account in the node.': {
    de: 'Wählen Sie im Node ein Konto.',
    fr: 'Choisissez un compte dans le nœud.',
    it: 'Scelga un account nel nodo.',
  },
};
