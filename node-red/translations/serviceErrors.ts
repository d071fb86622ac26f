import type { Translations } from './languages';

/** What an answer of the service or the account can have wrong (`core/client`). */
export const serviceErrors: Translations = {
  '{0} (and {1} more)': { de: '{0} (und {1} weitere)', fr: '{0} (et {1} autres)', it: '{0} (e altri {1})' },
  'The request is not valid': {
    de: 'Die Anfrage ist nicht gültig',
    fr: 'La requête n’est pas valide',
    it: 'La richiesta non è valida',
  },
  'Correct the fields named above.': {
    de: 'Korrigieren Sie die genannten Felder.',
    fr: 'Corrigez les champs indiqués.',
    it: 'Corregga i campi indicati.',
  },
  'Request ID for support: {0}': {
    de: 'Anfrage-ID für den Support: {0}',
    fr: 'ID de requête pour l’assistance : {0}',
    it: 'ID della richiesta per l’assistenza: {0}',
  },
  'The message may have been sent. It is not sent again automatically. Look it up in the portal, or ask the recipient, before you send it again.':
    {
      de: 'Die Nachricht wurde möglicherweise gesendet. Sie wird nicht automatisch noch einmal gesendet. Sehen Sie im Portal nach, oder fragen Sie den Empfänger, bevor Sie sie noch einmal senden.',
      fr: 'Le message a peut-être été envoyé. Il n’est pas renvoyé automatiquement. Cherchez-le dans le portail, ou demandez au destinataire, avant de le renvoyer.',
      it: 'Il messaggio potrebbe essere stato inviato. Non viene inviato di nuovo automaticamente. Lo cerchi nel portale, o chieda al destinatario, prima di inviarlo di nuovo.',
    },
  '{0} (not sent)': { de: '{0} (nicht gesendet)', fr: '{0} (non envoyé)', it: '{0} (non inviato)' },
  '{0} (the message may have been sent; check before you send it again)': {
    de: '{0} (die Nachricht wurde möglicherweise gesendet; prüfen Sie das, bevor Sie sie noch einmal senden)',
    fr: '{0} (le message a peut-être été envoyé ; vérifiez avant de le renvoyer)',
    it: '{0} (il messaggio potrebbe essere stato inviato; verifichi prima di inviarlo di nuovo)',
  },
  'Unexpected fault in this package: {0}': {
    de: 'Unerwarteter Fehler in diesem Paket: {0}',
    fr: 'Erreur inattendue dans ce paquet : {0}',
    it: 'Errore imprevisto in questo pacchetto: {0}',
  },
  'Please report it with the steps that led here.': {
    de: 'Bitte melden Sie ihn mit den Schritten, die dazu geführt haben.',
    fr: 'Merci de la signaler avec les étapes qui y ont mené.',
    it: 'Lo segnali, per favore, con i passi che lo hanno provocato.',
  },
  'The address answers with a redirect': {
    de: 'Die Adresse antwortet mit einer Weiterleitung',
    fr: 'L’adresse répond par une redirection',
    it: 'L’indirizzo risponde con un reindirizzamento',
  },
  'The address answers with a redirect to {0}': {
    de: 'Die Adresse antwortet mit einer Weiterleitung nach {0}',
    fr: 'L’adresse répond par une redirection vers {0}',
    it: 'L’indirizzo risponde con un reindirizzamento a {0}',
  },
  'Redirects are not followed with credentials. Enter the final address as the base URL of the account.': {
    de: 'Mit Zugangsdaten wird keiner Weiterleitung gefolgt. Geben Sie die endgültige Adresse als Basis-URL des Kontos ein.',
    fr: 'Les redirections ne sont pas suivies avec des identifiants. Saisissez l’adresse finale comme URL de base du compte.',
    it: 'I reindirizzamenti non vengono seguiti con le credenziali. Inserisca l’indirizzo finale come URL di base dell’account.',
  },
  'The service is currently unavailable': {
    de: 'Der Dienst ist zurzeit nicht verfügbar',
    fr: 'Le service est actuellement indisponible',
    it: 'Il servizio al momento non è disponibile',
  },
  'It asks you to wait {0} seconds.': {
    de: 'Er bittet Sie, {0} Sekunden zu warten.',
    fr: 'Il demande d’attendre {0} secondes.',
    it: 'Chiede di attendere {0} secondi.',
  },
  'The service failed with status {0}': {
    de: 'Der Dienst hat einen Fehler gemeldet (Status {0})',
    fr: 'Le service a répondu par une erreur (statut {0})',
    it: 'Il servizio ha risposto con un errore (stato {0})',
  },
  'Try again later. If it keeps failing, give the request ID to support.': {
    de: 'Versuchen Sie es später noch einmal. Tritt der Fehler weiterhin auf, geben Sie dem Support die Anfrage-ID.',
    fr: 'Réessayez plus tard. Si l’erreur persiste, transmettez l’ID de requête à l’assistance.',
    it: 'Riprovi più tardi. Se l’errore persiste, comunichi l’ID della richiesta all’assistenza.',
  },
  'The service refused the request': {
    de: 'Der Dienst hat die Anfrage abgelehnt',
    fr: 'Le service a refusé la requête',
    it: 'Il servizio ha rifiutato la richiesta',
  },
  'Correct what the service reports and try again.': {
    de: 'Korrigieren Sie, was der Dienst meldet, und versuchen Sie es noch einmal.',
    fr: 'Corrigez ce que le service signale et réessayez.',
    it: 'Corregga ciò che il servizio segnala e riprovi.',
  },
  'The service does not accept the user name or password': {
    de: 'Der Dienst akzeptiert Benutzername oder Passwort nicht',
    fr: 'Le service n’accepte pas le nom d’utilisateur ou le mot de passe',
    it: 'Il servizio non accetta il nome utente o la password',
  },
  'Check both in the account, and that the REST interface is enabled in the portal under Interfaces → Overview. The service caches account settings: a change there can take a while.':
    {
      de: 'Prüfen Sie beides im Konto, und ob die REST-Schnittstelle im Portal unter Interfaces → Overview eingeschaltet ist. Der Dienst speichert Kontoeinstellungen zwischen: Eine Änderung dort kann eine Weile dauern.',
      fr: 'Vérifiez les deux dans le compte, et que l’interface REST est activée dans le portail sous Interfaces → Overview. Le service garde les réglages en cache : un changement peut prendre un certain temps.',
      it: 'Controlli entrambi nell’account, e che l’interfaccia REST sia attivata nel portale in Interfaces → Overview. Il servizio tiene in cache le impostazioni: una modifica può richiedere un po’ di tempo.',
    },
  'Check the credit of the account, and what the account or sub-user is permitted to do. A free account reaches only its registered number, and changes in the portal can take a while.':
    {
      de: 'Prüfen Sie das Guthaben des Kontos, und was das Konto oder der Unterbenutzer darf. Ein kostenloses Konto erreicht nur seine registrierte Nummer, und Änderungen im Portal können eine Weile dauern.',
      fr: 'Vérifiez le solde du compte, et ce que le compte ou le sous-utilisateur a le droit de faire. Un compte gratuit n’atteint que son numéro enregistré, et les changements dans le portail peuvent prendre un certain temps.',
      it: 'Controlli il saldo dell’account, e che cosa può fare l’account o il sottoutente. Un account gratuito raggiunge solo il numero registrato, e le modifiche nel portale possono richiedere un po’ di tempo.',
    },
  'The service does not permit this': {
    de: 'Der Dienst lässt das nicht zu',
    fr: 'Le service n’autorise pas cette opération',
    it: 'Il servizio non lo consente',
  },
  'The service has nothing at this address': {
    de: 'Der Dienst hat unter dieser Adresse nichts',
    fr: 'Le service n’a rien à cette adresse',
    it: 'Il servizio non ha nulla a questo indirizzo',
  },
  'Check the base URL, the version and the paths in the account.': {
    de: 'Prüfen Sie Basis-URL, Version und Pfade im Konto.',
    fr: 'Vérifiez l’URL de base, la version et les chemins dans le compte.',
    it: 'Controlli l’URL di base, la versione e i percorsi nell’account.',
  },
  'The service knows no message with this ID': {
    de: 'Der Dienst kennt keine Nachricht mit dieser ID',
    fr: 'Le service ne connaît aucun message avec cet ID',
    it: 'Il servizio non conosce alcun messaggio con questo ID',
  },
  'Check the ID: the service keeps the status of a message for seven days. If the ID is right, check the base URL, the version and the paths in the account.':
    {
      de: 'Prüfen Sie die ID: Der Dienst behält den Status einer Nachricht sieben Tage. Stimmt die ID, prüfen Sie Basis-URL, Version und Pfade im Konto.',
      fr: 'Vérifiez l’ID : le service conserve l’état d’un message pendant sept jours. Si l’ID est correct, vérifiez l’URL de base, la version et les chemins dans le compte.',
      it: 'Controlli l’ID: il servizio conserva lo stato di un messaggio per sette giorni. Se l’ID è giusto, controlli l’URL di base, la versione e i percorsi nell’account.',
    },
  'The service asks you to send more slowly': {
    de: 'Der Dienst bittet Sie, langsamer zu senden',
    fr: 'Le service demande d’envoyer plus lentement',
    it: 'Il servizio chiede di inviare più lentamente',
  },
  'Lower the number of requests at once, or send in batches.': {
    de: 'Verringern Sie die Zahl der gleichzeitigen Anfragen, oder senden Sie in Stapeln.',
    fr: 'Réduisez le nombre de requêtes simultanées, ou envoyez par lots.',
    it: 'Riduca il numero di richieste simultanee, o invii a lotti.',
  },
  'The base URL "{0}" is not a URL': {
    de: 'Die Basis-URL „{0}“ ist keine URL',
    fr: 'L’URL de base « {0} » n’est pas une URL',
    it: 'L’URL di base «{0}» non è un URL',
  },
  'The base URL is missing': {
    de: 'Die Basis-URL fehlt',
    fr: 'L’URL de base manque',
    it: 'Manca l’URL di base',
  },
  'Enter the address of the service, starting with https://, in the account.': {
    de: 'Geben Sie im Konto die Adresse des Dienstes ein; sie beginnt mit https://.',
    fr: 'Saisissez dans le compte l’adresse du service, qui commence par https://.',
    it: 'Inserisca nell’account l’indirizzo del servizio, che inizia con https://.',
  },
  'The base URL must not contain a user name or password': {
    de: 'Die Basis-URL darf weder Benutzername noch Passwort enthalten',
    fr: 'L’URL de base ne doit contenir ni nom d’utilisateur ni mot de passe',
    it: 'L’URL di base non deve contenere nome utente o password',
  },
  "Enter them in the fields 'User Name' and 'Password' of the account.": {
    de: 'Geben Sie sie in den Feldern „Benutzername“ und „Passwort“ des Kontos ein.',
    fr: 'Saisissez-les dans les champs « Nom d’utilisateur » et « Mot de passe » du compte.',
    it: 'Li inserisca nei campi «Nome utente» e «Password» dell’account.',
  },
  'The base URL "{0}" must end before ? and #': {
    de: 'Die Basis-URL „{0}“ muss vor ? und # enden',
    fr: 'L’URL de base « {0} » doit s’arrêter avant ? et #',
    it: 'L’URL di base «{0}» deve terminare prima di ? e #',
  },
  'Enter only the address of the service in the account.': {
    de: 'Geben Sie im Konto nur die Adresse des Dienstes ein.',
    fr: 'Saisissez seulement l’adresse du service dans le compte.',
    it: 'Inserisca nell’account solo l’indirizzo del servizio.',
  },
  'The base URL "{0}" is not encrypted: plain http works only for a service on this machine': {
    de: 'Die Basis-URL „{0}“ ist unverschlüsselt: http:// funktioniert nur für einen Dienst auf diesem Rechner',
    fr: 'L’URL de base « {0} » n’est pas chiffrée : http:// ne fonctionne que pour un service sur cette machine',
    it: 'L’URL di base «{0}» non è cifrato: http:// funziona solo per un servizio su questo computer',
  },
  'Start the base URL in the account with https://.': {
    de: 'Beginnen Sie die Basis-URL im Konto mit https://.',
    fr: 'Commencez l’URL de base du compte par https://.',
    it: 'Inizi l’URL di base dell’account con https://.',
  },
  'The base URL "{0}" must end before /api, which is added to it': {
    de: 'Die Basis-URL „{0}“ muss vor /api enden, das automatisch angefügt wird',
    fr: 'L’URL de base « {0} » doit s’arrêter avant /api, qui est ajouté automatiquement',
    it: 'L’URL di base «{0}» deve terminare prima di /api, che viene aggiunto automaticamente',
  },
  'The default country "{0}" is not a country code': {
    de: 'Das Standardland „{0}“ ist keine Landesvorwahl',
    fr: 'Le pays par défaut « {0} » n’est pas un indicatif',
    it: 'Il paese predefinito «{0}» non è il prefisso di un paese',
  },
  'Enter a country code such as +41 for Switzerland in the account, or leave the field empty.': {
    de: 'Geben Sie im Konto eine Landesvorwahl wie +41 für die Schweiz ein, oder lassen Sie das Feld leer.',
    fr: 'Saisissez dans le compte un indicatif comme +41 pour la Suisse, ou laissez le champ vide.',
    it: 'Inserisca nell’account un prefisso come +41 per la Svizzera, o lasci vuoto il campo.',
  },
  'The {0} "{1}" must be a path, not a whole address': {
    de: 'Der {0} „{1}“ muss ein Pfad sein, keine ganze Adresse',
    fr: 'Le {0} « {1} » doit être un chemin, pas une adresse entière',
    it: 'Il {0} «{1}» deve essere un percorso, non un indirizzo intero',
  },
  'The {0} "{1}" must not contain spaces, ? or #': {
    de: 'Der {0} „{1}“ darf weder Leerzeichen noch ? oder # enthalten',
    fr: 'Le {0} « {1} » ne doit contenir ni espace, ni ?, ni #',
    it: 'Il {0} «{1}» non deve contenere spazi, ? o #',
  },
  'The {0} "{1}" must name an endpoint': {
    de: 'Der {0} „{1}“ muss einen Endpunkt nennen',
    fr: 'Le {0} « {1} » doit nommer un point d’accès',
    it: 'Il {0} «{1}» deve indicare un endpoint',
  },
  'batch path': { de: 'Pfad für Stapel', fr: 'chemin des lots', it: 'percorso dei lotti' },
  'balance path': { de: 'Pfad für Guthaben', fr: 'chemin du solde', it: 'percorso del saldo' },
  'Enter a path such as {0} in the account, or leave it empty.': {
    de: 'Geben Sie im Konto einen Pfad wie {0} ein, oder lassen Sie das Feld leer.',
    fr: 'Saisissez dans le compte un chemin comme {0}, ou laissez le champ vide.',
    it: 'Inserisca nell’account un percorso come {0}, o lasci vuoto il campo.',
  },
  'is not an ID of the service': {
    de: 'ist keine ID des Dienstes',
    fr: 'n’est pas un ID du service',
    it: 'non è un ID del servizio',
  },
  'The answer of the service has no result for this recipient; it may have been sent': {
    de: 'Die Antwort des Dienstes enthält zu diesem Empfänger kein Ergebnis; die Nachricht wurde möglicherweise gesendet',
    fr: 'La réponse du service ne contient pas de résultat pour ce destinataire ; le message a peut-être été envoyé',
    it: 'La risposta del servizio non contiene un risultato per questo destinatario; il messaggio potrebbe essere stato inviato',
  },
  'The answer of the service does not say that it accepted this message': {
    de: 'Die Antwort des Dienstes sagt nicht, dass er diese Nachricht angenommen hat',
    fr: 'La réponse du service ne dit pas qu’il a accepté ce message',
    it: 'La risposta del servizio non dice che ha accettato questo messaggio',
  },
  'Look the message up in the portal before you send it again.': {
    de: 'Suchen Sie die Nachricht im Portal, bevor Sie sie noch einmal senden.',
    fr: 'Cherchez le message dans le portail avant de le renvoyer.',
    it: 'Cerchi il messaggio nel portale prima di inviarlo di nuovo.',
  },
  'The answer of the service is incomplete or not JSON': {
    de: 'Die Antwort des Dienstes ist unvollständig oder kein JSON',
    fr: 'La réponse du service est incomplète ou n’est pas du JSON',
    it: 'La risposta del servizio è incompleta o non è JSON',
  },
  'Check the base URL in the account: the answer may come from a proxy or another server.': {
    de: 'Prüfen Sie die Basis-URL im Konto: Die Antwort kommt vielleicht von einem Proxy oder einem anderen Server.',
    fr: 'Vérifiez l’URL de base du compte : la réponse vient peut-être d’un proxy ou d’un autre serveur.',
    it: 'Controlli l’URL di base dell’account: la risposta potrebbe venire da un proxy o da un altro server.',
  },
  'The answer of the service contains no media ID': {
    de: 'Die Antwort des Dienstes enthält keine Medien-ID',
    fr: 'La réponse du service ne contient pas d’ID de média',
    it: 'La risposta del servizio non contiene un ID del media',
  },
};
