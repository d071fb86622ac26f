import type { Translations } from './languages';

/** What can be wrong with the connection to the service. */
export const networkErrors: Translations = {
  'Check the base URL in the account, and that this machine can reach it.': {
    de: 'Prüfen Sie die Basis-URL im Konto, und ob dieser Rechner sie erreicht.',
    fr: 'Vérifiez l’URL de base du compte, et que cette machine peut l’atteindre.',
    it: 'Controlli l’URL di base dell’account, e che questo computer possa raggiungerlo.',
  },
  'The service cannot be reached: {0}': {
    de: 'Der Dienst ist nicht erreichbar: {0}',
    fr: 'Le service est inaccessible : {0}',
    it: 'Il servizio non è raggiungibile: {0}',
  },
  'No secure connection to the service: {0}': {
    de: 'Keine sichere Verbindung zum Dienst: {0}',
    fr: 'Pas de connexion sécurisée au service : {0}',
    it: 'Nessuna connessione sicura al servizio: {0}',
  },
  'Check the base URL. If the certificate comes from your own certificate authority, make Node.js trust that authority.':
    {
      de: 'Prüfen Sie die Basis-URL. Stammt das Zertifikat von Ihrer eigenen Zertifizierungsstelle, muss Node-RED dieser vertrauen.',
      fr: 'Vérifiez l’URL de base. Si le certificat vient de votre propre autorité de certification, Node-RED doit lui faire confiance.',
      it: 'Controlli l’URL di base. Se il certificato viene da una Sua autorità di certificazione, Node-RED deve considerarla attendibile.',
    },
  'nothing at this address speaks TLS 1.2 or 1.3': {
    de: 'unter dieser Adresse spricht nichts TLS 1.2 oder 1.3',
    fr: 'rien à cette adresse ne parle TLS 1.2 ou 1.3',
    it: 'a questo indirizzo nulla parla TLS 1.2 o 1.3',
  },
  'The service did not answer in time': {
    de: 'Der Dienst hat nicht rechtzeitig geantwortet',
    fr: 'Le service n’a pas répondu à temps',
    it: 'Il servizio non ha risposto in tempo',
  },
  'Increase the time-out, or try again later.': {
    de: 'Erhöhen Sie das Zeitlimit, oder versuchen Sie es später noch einmal.',
    fr: 'Augmentez le délai maximal, ou réessayez plus tard.',
    it: 'Aumenti il tempo massimo, o riprovi più tardi.',
  },
  'The secure connection to the service broke': {
    de: 'Die sichere Verbindung zum Dienst ist abgebrochen',
    fr: 'La connexion sécurisée au service s’est interrompue',
    it: 'La connessione sicura al servizio si è interrotta',
  },
  'Check the base URL in the account, and that the service speaks TLS 1.2 or 1.3 there.': {
    de: 'Prüfen Sie die Basis-URL im Konto, und ob der Dienst dort TLS 1.2 oder 1.3 spricht.',
    fr: 'Vérifiez l’URL de base du compte, et que le service y parle TLS 1.2 ou 1.3.',
    it: 'Controlli l’URL di base dell’account, e che lì il servizio parli TLS 1.2 o 1.3.',
  },
  'The connection to the service broke before its answer was complete': {
    de: 'Die Verbindung zum Dienst ist abgebrochen, bevor seine Antwort vollständig war',
    fr: 'La connexion au service s’est interrompue avant que sa réponse soit complète',
    it: 'La connessione al servizio si è interrotta prima che la risposta fosse completa',
  },
  'Check the network between this machine and the service.': {
    de: 'Prüfen Sie das Netz zwischen diesem Rechner und dem Dienst.',
    fr: 'Vérifiez le réseau entre cette machine et le service.',
    it: 'Controlli la rete tra questo computer e il servizio.',
  },
  'The answer is far longer than any answer from the service': {
    de: 'Die Antwort ist viel länger als jede Antwort des Dienstes',
    fr: 'La réponse est beaucoup plus longue que toute réponse du service',
    it: 'La risposta è molto più lunga di qualsiasi risposta del servizio',
  },
  'The service answered with something that is not HTTP': {
    de: 'Der Dienst hat mit etwas geantwortet, das kein HTTP ist',
    fr: 'Le service a répondu par autre chose que du HTTP',
    it: 'Il servizio ha risposto con qualcosa che non è HTTP',
  },
  'The request was cancelled before the service answered': {
    de: 'Die Anfrage wurde abgebrochen, bevor der Dienst geantwortet hat',
    fr: 'La requête a été annulée avant la réponse du service',
    it: 'La richiesta è stata annullata prima che il servizio rispondesse',
  },
  'The node was stopped while the request was under way.': {
    de: 'Der Flow wurde angehalten, während die Anfrage unterwegs war.',
    fr: 'Le flux a été arrêté pendant la requête.',
    it: 'Il flusso è stato fermato durante la richiesta.',
  },
  'The request was cancelled before it was sent': {
    de: 'Die Anfrage wurde abgebrochen, bevor sie gesendet wurde',
    fr: 'La requête a été annulée avant d’être envoyée',
    it: 'La richiesta è stata annullata prima dell’invio',
  },
  'The node was stopped before the request had its turn.': {
    de: 'Der Flow wurde angehalten, bevor die Anfrage an der Reihe war.',
    fr: 'Le flux a été arrêté avant le tour de la requête.',
    it: 'Il flusso è stato fermato prima che fosse il turno della richiesta.',
  },
  'the connection was refused': {
    de: 'die Verbindung wurde abgelehnt',
    fr: 'la connexion a été refusée',
    it: 'la connessione è stata rifiutata',
  },
  'its host name is unknown': {
    de: 'der Hostname ist unbekannt',
    fr: 'le nom d’hôte est inconnu',
    it: 'il nome host è sconosciuto',
  },
  'its host name cannot be looked up': {
    de: 'der Hostname lässt sich nicht auflösen',
    fr: 'le nom d’hôte ne peut pas être résolu',
    it: 'il nome host non può essere risolto',
  },
  'there is no route to its host': {
    de: 'es gibt keine Route zum Host',
    fr: 'aucune route ne mène à l’hôte',
    it: 'nessuna route porta all’host',
  },
  'there is no route to its network': {
    de: 'es gibt keine Route in sein Netz',
    fr: 'aucune route ne mène à son réseau',
    it: 'nessuna route porta alla sua rete',
  },
  'it closed the connection at once': {
    de: 'die Verbindung wurde sofort geschlossen',
    fr: 'la connexion a été fermée aussitôt',
    it: 'la connessione è stata chiusa subito',
  },
  'connecting took too long': {
    de: 'der Verbindungsaufbau dauerte zu lange',
    fr: 'la connexion a pris trop de temps',
    it: 'la connessione ha richiesto troppo tempo',
  },
  'its certificate has expired': {
    de: 'das Zertifikat ist abgelaufen',
    fr: 'le certificat a expiré',
    it: 'il certificato è scaduto',
  },
  'its certificate is self-signed': {
    de: 'das Zertifikat ist selbst signiert',
    fr: 'le certificat est autosigné',
    it: 'il certificato è autofirmato',
  },
  'its certificate comes from an unknown authority': {
    de: 'das Zertifikat stammt von einer unbekannten Zertifizierungsstelle',
    fr: 'le certificat vient d’une autorité inconnue',
    it: 'il certificato viene da un’autorità sconosciuta',
  },
  'its certificate is for another host': {
    de: 'das Zertifikat gilt für einen anderen Host',
    fr: 'le certificat est destiné à un autre hôte',
    it: 'il certificato è per un altro host',
  },
  'it refuses the connection': {
    de: 'die Verbindung wird abgelehnt',
    fr: 'la connexion est refusée',
    it: 'la connessione viene rifiutata',
  },
  'its certificate cannot be verified': {
    de: 'das Zertifikat lässt sich nicht prüfen',
    fr: 'le certificat ne peut pas être vérifié',
    it: 'il certificato non può essere verificato',
  },
  'The proxy': { de: 'Der Proxy', fr: 'Le proxy', it: 'Il proxy' },
  'The proxy {0}': { de: 'Der Proxy {0}', fr: 'Le proxy {0}', it: 'Il proxy {0}' },
  'status {0}': { de: 'Status {0}', fr: 'statut {0}', it: 'stato {0}' },
  '{0} cannot be reached: {1}': {
    de: '{0} ist nicht erreichbar: {1}',
    fr: '{0} est inaccessible : {1}',
    it: '{0} non è raggiungibile: {1}',
  },
  '{0} refuses to connect to the service: {1}': {
    de: '{0} verweigert die Verbindung zum Dienst: {1}',
    fr: '{0} refuse de se connecter au service : {1}',
    it: '{0} rifiuta di connettersi al servizio: {1}',
  },
  'Check the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and the user name and password for the proxy.':
    {
      de: 'Prüfen Sie HTTPS_PROXY, HTTP_PROXY und NO_PROXY von Node-RED sowie Benutzername und Passwort für den Proxy.',
      fr: 'Vérifiez HTTPS_PROXY, HTTP_PROXY et NO_PROXY de Node-RED, ainsi que le nom d’utilisateur et le mot de passe du proxy.',
      it: 'Controlli HTTPS_PROXY, HTTP_PROXY e NO_PROXY di Node-RED, e nome utente e password del proxy.',
    },
  'no connection could be made': {
    de: 'es kam keine Verbindung zustande',
    fr: 'aucune connexion n’a pu être établie',
    it: 'non è stato possibile stabilire una connessione',
  },
  'no connection could be made ({0})': {
    de: 'es kam keine Verbindung zustande ({0})',
    fr: 'aucune connexion n’a pu être établie ({0})',
    it: 'non è stato possibile stabilire una connessione ({0})',
  },
  'The proxy answers {0}': {
    de: 'Der Proxy antwortet {0}',
    fr: 'Le proxy répond {0}',
    it: 'Il proxy risponde {0}',
  },
  'The library "{0}" cannot be loaded: {1}': {
    de: 'Die Bibliothek „{0}“ lässt sich nicht laden: {1}',
    fr: 'La bibliothèque « {0} » ne peut pas être chargée : {1}',
    it: 'La libreria «{0}» non può essere caricata: {1}',
  },
};
