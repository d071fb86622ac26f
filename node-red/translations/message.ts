import type { Translations } from './languages';

/** The fields of a message, of its SMS options and of its notification. */
export const message: Translations = {
  Channel: { de: 'Kanal', fr: 'Canal', it: 'Canale' },
  'The channel for the message.': {
    de: 'Der Kanal für die Nachricht.',
    fr: 'Le canal du message.',
    it: 'Il canale del messaggio.',
  },
  SMS: { de: 'SMS', fr: 'SMS', it: 'SMS' },
  WhatsApp: { de: 'WhatsApp', fr: 'WhatsApp', it: 'WhatsApp' },
  RCS: { de: 'RCS', fr: 'RCS', it: 'RCS' },
  From: { de: 'Von', fr: 'De', it: 'Da' },
  'The sender. SMS: up to 16 digits, or up to 11 letters, digits and symbols. WhatsApp: the number of your business account with its country code. RCS: the sender ID from the provider.':
    {
      de: 'Der Absender. SMS: bis zu 16 Ziffern oder bis zu 11 Buchstaben, Ziffern und Sonderzeichen. WhatsApp: die Nummer Ihres Unternehmenskontos mit Landesvorwahl. RCS: die Absender-ID des Anbieters.',
      fr: 'L’expéditeur. SMS : jusqu’à 16 chiffres, ou jusqu’à 11 lettres, chiffres et symboles. WhatsApp : le numéro de votre compte professionnel avec l’indicatif du pays. RCS : l’ID d’expéditeur du fournisseur.',
      it: 'Il mittente. SMS: fino a 16 cifre, o fino a 11 lettere, cifre e simboli. WhatsApp: il numero del Suo account aziendale con il prefisso del paese. RCS: l’ID mittente del fornitore.',
    },
  'e.g. MyCompany or +41795550100': {
    de: 'z. B. MeineFirma oder +41795550100',
    fr: 'p. ex. MaSociete ou +41795550100',
    it: 'ad es. MiaDitta o +41795550100',
  },
  To: { de: 'An', fr: 'À', it: 'A' },
  'Number of the recipient with its country code, starting with + or 00.': {
    de: 'Nummer des Empfängers mit Landesvorwahl, beginnt mit + oder 00.',
    fr: 'Numéro du destinataire avec l’indicatif du pays, commençant par + ou 00.',
    it: 'Numero del destinatario con il prefisso del paese, inizia con + o 00.',
  },
  'e.g. +41791234567': { de: 'z. B. +41791234567', fr: 'p. ex. +41791234567', it: 'ad es. +41791234567' },
  Recipients: { de: 'Empfänger', fr: 'Destinataires', it: 'Destinatari' },
  'Several recipients for the same message: numbers, or people and groups from the address book.': {
    de: 'Mehrere Empfänger für dieselbe Nachricht: Nummern oder Personen und Gruppen aus dem Adressbuch.',
    fr: 'Plusieurs destinataires pour le même message : des numéros, ou des personnes et groupes du carnet d’adresses.',
    it: 'Più destinatari per lo stesso messaggio: numeri, o persone e gruppi della rubrica.',
  },
  Number: { de: 'Nummer', fr: 'Numéro', it: 'Numero' },
  'Mobile number in international format, starting with + or 00.': {
    de: 'Mobilnummer im internationalen Format, beginnt mit + oder 00.',
    fr: 'Numéro de mobile au format international, commençant par + ou 00.',
    it: 'Numero di cellulare in formato internazionale, inizia con + o 00.',
  },
  Person: { de: 'Person', fr: 'Personne', it: 'Persona' },
  'Name in the address book of the service: last name, a space, first name.': {
    de: 'Name im Adressbuch des Dienstes: Nachname, Leerzeichen, Vorname.',
    fr: 'Nom dans le carnet d’adresses du service : nom de famille, une espace, prénom.',
    it: 'Nome nella rubrica del servizio: cognome, uno spazio, nome.',
  },
  'e.g. Muster Anna': { de: 'z. B. Muster Anna', fr: 'p. ex. Muster Anna', it: 'ad es. Muster Anna' },
  Group: { de: 'Gruppe', fr: 'Groupe', it: 'Gruppo' },
  'Name of a group in the address book of the service.': {
    de: 'Name einer Gruppe im Adressbuch des Dienstes.',
    fr: 'Nom d’un groupe du carnet d’adresses du service.',
    it: 'Nome di un gruppo della rubrica del servizio.',
  },
  'e.g. On-call team': {
    de: 'z. B. Bereitschaft',
    fr: 'p. ex. Équipe de garde',
    it: 'ad es. Reperibilità',
  },
  'Send At': { de: 'Senden am', fr: 'Envoyer le', it: 'Invia il' },
  'When to send the message. If empty, it is sent at once.': {
    de: 'Wann die Nachricht gesendet wird. Leer: sofort.',
    fr: 'Quand envoyer le message. Vide : tout de suite.',
    it: 'Quando inviare il messaggio. Vuoto: subito.',
  },
  'e.g. 2026-12-24T18:00:00Z': {
    de: 'z. B. 2026-12-24T18:00:00Z',
    fr: 'p. ex. 2026-12-24T18:00:00Z',
    it: 'ad es. 2026-12-24T18:00:00Z',
  },
  'Customer ID': { de: 'Kundenreferenz', fr: 'Référence client', it: 'Riferimento cliente' },
  'Your own reference, kept with the message.': {
    de: 'Ihre eigene Referenz, die bei der Nachricht bleibt.',
    fr: 'Votre propre référence, conservée avec le message.',
    it: 'Il Suo riferimento, conservato con il messaggio.',
  },
  'e.g. order-4711': { de: 'z. B. auftrag-4711', fr: 'p. ex. commande-4711', it: 'ad es. ordine-4711' },

  // SMS options
  'SMS Options': { de: 'SMS-Optionen', fr: 'Options SMS', it: 'Opzioni SMS' },
  'Replace Special Characters': {
    de: 'Sonderzeichen ersetzen',
    fr: 'Remplacer les caractères spéciaux',
    it: 'Sostituire i caratteri speciali',
  },
  'Whether to replace typographic quotes, dashes and spaces with plain ones, so that a page holds 160 characters instead of 70.':
    {
      de: 'Schreibt einfache Anführungszeichen, Striche und Leerzeichen statt typografischer, damit 160 statt 70 Zeichen auf eine Seite passen.',
      fr: 'Remplace les guillemets, tirets et espaces typographiques par des signes simples, pour que la page contienne 160 caractères au lieu de 70.',
      it: 'Scrive virgolette, trattini e spazi semplici al posto di quelli tipografici, così una pagina contiene 160 caratteri invece di 70.',
    },
  'GSM Characters Only': { de: 'Nur GSM-Zeichen', fr: 'Caractères GSM seulement', it: 'Solo caratteri GSM' },
  'Whether to refuse characters outside the GSM alphabet. Otherwise a single one, such as an emoji, reduces the page from 160 to 70 characters.':
    {
      de: 'Lehnt Zeichen außerhalb des GSM-Alphabets ab. Sonst verkürzt schon ein einziges solches Zeichen, etwa ein Emoji, die Seite von 160 auf 70 Zeichen.',
      fr: 'Refuse les caractères hors de l’alphabet GSM. Sinon, un seul d’entre eux, un émoji par exemple, réduit la page de 160 à 70 caractères.',
      it: 'Rifiuta i caratteri fuori dall’alfabeto GSM. Altrimenti ne basta uno, ad esempio un emoji, per ridurre la pagina da 160 a 70 caratteri.',
    },
  'Page Limit': { de: 'Maximale Seitenzahl', fr: 'Limite de pages', it: 'Limite di pagine' },
  'The maximum number of pages of the SMS, 1 to 10. The rest of the text is cut off.': {
    de: 'Wie viele Seiten die SMS höchstens haben darf, 1 bis 10. Der Rest des Textes wird abgeschnitten.',
    fr: 'Le nombre maximal de pages du SMS, de 1 à 10. Le reste du texte est coupé.',
    it: 'Quante pagine può avere al massimo l’SMS, da 1 a 10. Il resto del testo viene tagliato.',
  },
  'e.g. 3': { de: 'z. B. 3', fr: 'p. ex. 3', it: 'ad es. 3' },
  'SMS Type': { de: 'SMS-Typ', fr: 'Type de SMS', it: 'Tipo di SMS' },
  'Standard is stored on the phone. Flash is shown at once and not stored. Prio Plus is delivered with priority, if the account supports it.':
    {
      de: 'Standard wird auf dem Telefon gespeichert. Flash erscheint sofort und wird nicht gespeichert. Prio Plus wird bevorzugt zugestellt, wenn das Konto es unterstützt.',
      fr: 'Standard est enregistré sur le téléphone. Flash s’affiche aussitôt et n’est pas enregistré. Prio Plus est remis en priorité, si le compte le permet.',
      it: 'Standard viene salvato sul telefono. Flash appare subito e non viene salvato. Prio Plus viene consegnato con priorità, se l’account lo consente.',
    },
  Standard: { de: 'Standard', fr: 'Standard', it: 'Standard' },
  Flash: { de: 'Flash', fr: 'Flash', it: 'Flash' },
  'Prio Plus': { de: 'Prio Plus', fr: 'Prio Plus', it: 'Prio Plus' },

  // Notification
  'Status Notification': { de: 'Statusmeldung', fr: 'Notification d’état', it: 'Notifica di stato' },
  Content: { de: 'Inhalt', fr: 'Contenu', it: 'Contenuto' },
  'Notify On': { de: 'Melden, wenn', fr: 'Notifier si', it: 'Notifica se' },
  'Delivered: the phone has confirmed it. Failed: it was not sent or not delivered. Delayed: the provider needs more time.':
    {
      de: 'Zugestellt: Das Telefon hat es bestätigt. Fehlgeschlagen: nicht gesendet oder nicht zugestellt. Verzögert: Der Anbieter braucht länger.',
      fr: 'Remis : le téléphone l’a confirmé. Échoué : pas envoyé ou pas remis. Retardé : le fournisseur met plus de temps.',
      it: 'Consegnato: il telefono lo ha confermato. Fallito: non inviato o non consegnato. In ritardo: il fornitore impiega più tempo.',
    },
  Delivered: { de: 'Zugestellt', fr: 'Remis', it: 'Consegnato' },
  'Delivered or Failed': {
    de: 'Zugestellt oder fehlgeschlagen',
    fr: 'Remis ou échoué',
    it: 'Consegnato o fallito',
  },
  'Delivered, Failed or Delayed': {
    de: 'Zugestellt, fehlgeschlagen oder verzögert',
    fr: 'Remis, échoué ou retardé',
    it: 'Consegnato, fallito o in ritardo',
  },
  Failed: { de: 'Fehlgeschlagen', fr: 'Échoué', it: 'Fallito' },
  'Who is notified. All addresses together may have at most 200 characters.': {
    de: 'Wer benachrichtigt wird. Alle Adressen zusammen dürfen höchstens 200 Zeichen haben.',
    fr: 'Qui est informé. Toutes les adresses ensemble peuvent avoir 200 caractères au plus.',
    it: 'Chi viene informato. Tutti gli indirizzi insieme possono avere al massimo 200 caratteri.',
  },
  'SMS and e-mail notify a person. URL (GET) calls an address with the status in the query string, URL (POST) with the status as JSON in the body.':
    {
      de: 'SMS und E-Mail benachrichtigen eine Person. URL (GET) ruft eine Adresse mit dem Status im Query-String auf, URL (POST) mit dem Status als JSON im Body.',
      fr: 'SMS et e-mail informent une personne. URL (GET) appelle une adresse avec l’état dans les paramètres de la requête, URL (POST) avec l’état en JSON dans le corps.',
      it: 'SMS ed e-mail informano una persona. URL (GET) chiama un indirizzo con lo stato nella query string, URL (POST) con lo stato come JSON nel corpo.',
    },
  'E-Mail': { de: 'E-Mail', fr: 'E-mail', it: 'E-mail' },
  'URL (GET)': { de: 'URL (GET)', fr: 'URL (GET)', it: 'URL (GET)' },
  'URL (POST)': { de: 'URL (POST)', fr: 'URL (POST)', it: 'URL (POST)' },
  'A number in international format, an e-mail address or a URL, depending on the type. All addresses together may have at most 200 characters.':
    {
      de: 'Eine Nummer im internationalen Format, eine E-Mail-Adresse oder eine URL, je nach Typ. Alle Adressen zusammen dürfen höchstens 200 Zeichen haben.',
      fr: 'Un numéro au format international, une adresse e-mail ou une URL, selon le type. Toutes les adresses ensemble peuvent avoir 200 caractères au plus.',
      it: 'Un numero in formato internazionale, un indirizzo e-mail o un URL, a seconda del tipo. Tutti gli indirizzi insieme possono avere al massimo 200 caratteri.',
    },
  'e.g. https://example.com/status': {
    de: 'z. B. https://example.com/status',
    fr: 'p. ex. https://example.com/etat',
    it: 'ad es. https://example.com/stato',
  },
  'Further Channels': { de: 'Weitere Kanäle', fr: 'Autres canaux', it: 'Altri canali' },
  'If empty: the text of the message': {
    de: 'Leer: der Text der Nachricht',
    fr: 'Vide : le texte du message',
    it: 'Vuoto: il testo del messaggio',
  },
  JSON: { de: 'JSON', fr: 'JSON', it: 'JSON' },
  'Content (JSON)': { de: 'Inhalt (JSON)', fr: 'Contenu (JSON)', it: 'Contenuto (JSON)' },
};
