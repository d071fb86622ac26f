import type { Translations } from './languages';

/** The sentences for everything that can be wrong (`core/contract/sentences.ts`). */
export const sentences: Translations = {
  '{sentence}, got {got}': {
    de: '{sentence}, nicht {got}',
    fr: '{sentence}, pas {got}',
    it: '{sentence}, non {got}',
  },
  'is required: neither the message nor the account has a sender for this channel': {
    de: 'ist erforderlich: Weder die Nachricht noch das Konto hat einen Absender für diesen Kanal',
    fr: 'est obligatoire : ni le message ni le compte n’a d’expéditeur pour ce canal',
    it: 'è obbligatorio: né il messaggio né l’account ha un mittente per questo canale',
  },
  'is required': { de: 'ist erforderlich', fr: 'est obligatoire', it: 'è obbligatorio' },
  'is required and must be one of {choices}': {
    de: 'ist erforderlich und muss einer dieser Werte sein: {choices}',
    fr: 'est obligatoire et doit être l’une de ces valeurs : {choices}',
    it: 'è obbligatorio e deve essere uno di questi valori: {choices}',
  },
  'is required and must be {choices}': {
    de: 'ist erforderlich und muss {choices} sein',
    fr: 'est obligatoire et doit être {choices}',
    it: 'è obbligatorio e deve essere {choices}',
  },
  'must not be empty': {
    de: 'darf nicht leer sein',
    fr: 'ne doit pas être vide',
    it: 'non deve essere vuoto',
  },
  'must be one of {choices}': {
    de: 'muss einer dieser Werte sein: {choices}',
    fr: 'doit être l’une de ces valeurs : {choices}',
    it: 'deve essere uno di questi valori: {choices}',
  },
  'is not on the list; near it are {choices}': {
    de: 'steht nicht auf der Liste; ähnlich sind {choices}',
    fr: 'n’est pas dans la liste ; valeurs proches : {choices}',
    it: 'non è nell’elenco; valori simili: {choices}',
  },
  'must be {choices}': { de: 'muss {choices} sein', fr: 'doit être {choices}', it: 'deve essere {choices}' },
  'must be spelled {name}': {
    de: 'muss {name} geschrieben werden',
    fr: 'doit s’écrire {name}',
    it: 'va scritto {name}',
  },
  'is given twice: also as {name}': {
    de: 'ist doppelt angegeben: auch als {name}',
    fr: 'est indiqué deux fois : aussi comme {name}',
    it: 'è indicato due volte: anche come {name}',
  },
  'is not a field here; the fields are {fields}': {
    de: 'ist hier kein Feld; die Felder sind {fields}',
    fr: 'n’est pas un champ ici ; les champs sont {fields}',
    it: 'qui non è un campo; i campi sono {fields}',
  },
  'must be text': { de: 'muss ein Text sein', fr: 'doit être un texte', it: 'deve essere un testo' },
  'must be a number': { de: 'muss eine Zahl sein', fr: 'doit être un nombre', it: 'deve essere un numero' },
  'must be true or false': {
    de: 'muss true oder false sein',
    fr: 'doit être true ou false',
    it: 'deve essere true o false',
  },
  'must be a list': { de: 'muss eine Liste sein', fr: 'doit être une liste', it: 'deve essere una lista' },
  'must be an object': { de: 'muss ein Objekt sein', fr: 'doit être un objet', it: 'deve essere un oggetto' },
  'must be {kind}': { de: 'muss {kind} sein', fr: 'doit être {kind}', it: 'deve essere {kind}' },
  'must be text, not a batch: send "messages" with the batch node or the batch operation': {
    de: 'muss ein Text sein, kein Stapel: „messages“ mit dem Node „Stapel senden“ senden',
    fr: 'doit être un texte, pas un lot : envoyez « messages » avec le nœud « envoyer un lot »',
    it: 'deve essere un testo, non un lotto: invii «messages» con il nodo «invia lotto»',
  },
  'must be text, not a request without content: add "content": { "type": "Text", "text": "Hello" }': {
    de: 'muss ein Text sein, keine Anfrage ohne Inhalt: "content": { "type": "Text", "text": "Hallo" } ergänzen',
    fr: 'doit être un texte, pas une requête sans contenu : ajoutez "content": { "type": "Text", "text": "Bonjour" }',
    it: 'deve essere un testo, non una richiesta senza contenuto: aggiunga "content": { "type": "Text", "text": "Ciao" }',
  },
  'must be text, not a request that has its text outside content: write "content": { "type": "Text", "text": "Hello" }':
    {
      de: 'muss ein Text sein, keine Anfrage mit dem Text neben dem Inhalt: "content": { "type": "Text", "text": "Hallo" } schreiben',
      fr: 'doit être un texte, pas une requête dont le texte est hors du contenu : écrivez "content": { "type": "Text", "text": "Bonjour" }',
      it: 'deve essere un testo, non una richiesta con il testo fuori dal contenuto: scriva "content": { "type": "Text", "text": "Ciao" }',
    },
  'makes this a batch: send "messages" with the batch node or the batch operation': {
    de: 'macht daraus einen Stapel: „messages“ mit dem Node „Stapel senden“ senden',
    fr: 'en fait un lot : envoyez « messages » avec le nœud « envoyer un lot »',
    it: 'ne fa un lotto: invii «messages» con il nodo «invia lotto»',
  },
  'belongs in content: write "content": { "type": "Text", "text": "Hello" }': {
    de: 'gehört in den Inhalt: "content": { "type": "Text", "text": "Hallo" } schreiben',
    fr: 'va dans le contenu : écrivez "content": { "type": "Text", "text": "Bonjour" }',
    it: 'va nel contenuto: scriva "content": { "type": "Text", "text": "Ciao" }',
  },
  'at most {max} characters': {
    de: 'höchstens {max} Zeichen',
    fr: 'au plus {max} caractères',
    it: 'al massimo {max} caratteri',
  },
  'at least one {noun} is required': {
    de: 'mindestens ein Eintrag ist erforderlich',
    fr: 'il faut au moins une entrée',
    it: 'serve almeno una voce',
  },
  'at most {max} {noun}': {
    de: 'höchstens {max} Einträge',
    fr: 'au plus {max} entrées',
    it: 'al massimo {max} voci',
  },
  'must be a whole number': {
    de: 'muss eine ganze Zahl sein',
    fr: 'doit être un nombre entier',
    it: 'deve essere un numero intero',
  },
  'must be a number above 0': {
    de: 'muss eine Zahl über 0 sein',
    fr: 'doit être un nombre supérieur à 0',
    it: 'deve essere un numero maggiore di 0',
  },
  'must be from {min} to {max}': {
    de: 'muss zwischen {min} und {max} liegen',
    fr: 'doit être compris entre {min} et {max}',
    it: 'deve essere tra {min} e {max}',
  },
  'must be from {min} to {max} degrees': {
    de: 'muss zwischen {min} und {max} Grad liegen',
    fr: 'doit être compris entre {min} et {max} degrés',
    it: 'deve essere tra {min} e {max} gradi',
  },
  'must be a number in international format, such as +41791234567 or 0041791234567': {
    de: 'muss eine Nummer im internationalen Format sein, wie +41791234567 oder 0041791234567',
    fr: 'doit être un numéro au format international, comme +41791234567 ou 0041791234567',
    it: 'deve essere un numero in formato internazionale, come +41791234567 o 0041791234567',
  },
  'is not written as one number: write {first} or {whole}, whichever you mean': {
    de: 'ist nicht als eine Nummer geschrieben: {first} oder {whole} schreiben, je nachdem, was gemeint ist',
    fr: 'n’est pas écrit comme un seul numéro : écrivez {first} ou {whole}, selon le numéro voulu',
    it: 'non è scritto come un solo numero: scriva {first} o {whole}, a seconda del numero desiderato',
  },
  'is a user ID of WhatsApp, to which no {channel} message can go: send a WhatsApp message, or write the number':
    {
      de: 'ist eine Benutzer-ID von WhatsApp, die mit {channel} nicht erreichbar ist: über WhatsApp senden oder die Nummer schreiben',
      fr: 'est un identifiant d’utilisateur WhatsApp, inaccessible par {channel} : envoyez par WhatsApp, ou écrivez le numéro',
      it: 'è un ID utente di WhatsApp, non raggiungibile con {channel}: invii con WhatsApp, oppure scriva il numero',
    },
  'must contain only digits after the + or 00: write {number}': {
    de: 'darf nach dem + oder 00 nur Ziffern enthalten: {number} schreiben',
    fr: 'ne doit contenir que des chiffres après + ou 00 : écrivez {number}',
    it: 'deve contenere solo cifre dopo + o 00: scriva {number}',
  },
  'must start with the country code: for Switzerland, for example, write {number}': {
    de: 'muss mit der Landesvorwahl beginnen: zum Beispiel {number} für die Schweiz',
    fr: 'doit commencer par l’indicatif du pays : par exemple {number} pour la Suisse',
    it: 'deve iniziare con il prefisso del paese: per esempio {number} per la Svizzera',
  },
  'must start with the country code: for Switzerland, for example, write {number}, or set the default country':
    {
      de: 'muss mit der Landesvorwahl beginnen: zum Beispiel {number} für die Schweiz; oder das Standardland angeben',
      fr: 'doit commencer par l’indicatif du pays : par exemple {number} pour la Suisse, ou indiquez le pays par défaut',
      it: 'deve iniziare con il prefisso del paese: per esempio {number} per la Svizzera, oppure indichi il paese predefinito',
    },
  'must start with + or 00: write {national} or {number}, whichever you mean': {
    de: 'muss mit + oder 00 beginnen: {national} oder {number} schreiben, je nachdem, was gemeint ist',
    fr: 'doit commencer par + ou 00 : écrivez {national} ou {number}, selon le numéro voulu',
    it: 'deve iniziare con + o 00: scriva {national} o {number}, a seconda del numero desiderato',
  },
  'must start with + or 00: write {number} if {bare} begins with the country code': {
    de: 'muss mit + oder 00 beginnen: {number} schreiben, wenn {bare} mit der Landesvorwahl beginnt',
    fr: 'doit commencer par + ou 00 : écrivez {number} si {bare} commence par l’indicatif du pays',
    it: 'deve iniziare con + o 00: scriva {number} se {bare} inizia con il prefisso del paese',
  },
  'must be a URL that starts with https:// or http:// and contains no spaces': {
    de: 'muss eine URL sein, die mit https:// oder http:// beginnt und keine Leerzeichen enthält',
    fr: 'doit être une URL qui commence par https:// ou http:// et ne contient pas d’espaces',
    it: 'deve essere un URL che inizia con https:// o http:// e non contiene spazi',
  },
  'is a URL: choose the type URL (POST) or URL (GET) for it': {
    de: 'ist eine URL: dafür den Typ URL (POST) oder URL (GET) wählen',
    fr: 'est une URL : choisissez pour elle le type URL (POST) ou URL (GET)',
    it: 'è un URL: scegliere il tipo URL (POST) o URL (GET)',
  },
  'is an e-mail address: choose the type E-Mail for it': {
    de: 'ist eine E-Mail-Adresse: dafür den Typ E-Mail wählen',
    fr: 'est une adresse e-mail : choisissez pour elle le type E-mail',
    it: 'è un indirizzo e-mail: scegliere il tipo E-mail',
  },
  'must be an e-mail address such as anna@example.com': {
    de: 'muss eine E-Mail-Adresse wie anna@example.com sein',
    fr: 'doit être une adresse e-mail comme anna@example.com',
    it: 'deve essere un indirizzo e-mail come anna@example.com',
  },
  'must be a date and time such as 2026-12-24T18:00:00Z or 2026-12-24T18:00:00+01:00': {
    de: 'muss ein Zeitpunkt wie 2026-12-24T18:00:00Z oder 2026-12-24T18:00:00+01:00 sein',
    fr: 'doit être une date et une heure comme 2026-12-24T18:00:00Z ou 2026-12-24T18:00:00+01:00',
    it: 'deve essere una data e ora come 2026-12-24T18:00:00Z o 2026-12-24T18:00:00+01:00',
  },
  'must be a date and time with seconds and offset, such as 2026-12-24T18:00:00Z': {
    de: 'muss ein Zeitpunkt mit Sekunden und Zeitzone sein, wie 2026-12-24T18:00:00Z',
    fr: 'doit être une date et une heure avec secondes et décalage horaire, comme 2026-12-24T18:00:00Z',
    it: 'deve essere una data e ora con secondi e differenza oraria, come 2026-12-24T18:00:00Z',
  },
  'must be a date such as 1985-04-30': {
    de: 'muss ein Datum wie 1985-04-30 sein',
    fr: 'doit être une date comme 1985-04-30',
    it: 'deve essere una data come 1985-04-30',
  },
  'must be an amount such as 100.99, with at most three decimals and at most 2147483.647 (in JSON: 1000 times the amount, a whole number)':
    {
      de: 'muss ein Betrag wie 100.99 sein, mit höchstens drei Nachkommastellen und höchstens 2147483.647 (in JSON: der Betrag mal 1000, eine ganze Zahl)',
      fr: 'doit être un montant comme 100.99, avec trois décimales au plus et 2147483.647 au plus (en JSON : 1000 fois le montant, un nombre entier)',
      it: 'deve essere un importo come 100.99, con al massimo tre decimali e al massimo 2147483.647 (in JSON: 1000 volte l’importo, un numero intero)',
    },
  'exactly 3 characters, such as CHF or EUR': {
    de: 'genau 3 Zeichen, wie CHF oder EUR',
    fr: 'exactement 3 caractères, comme CHF ou EUR',
    it: 'esattamente 3 caratteri, come CHF o EUR',
  },
  'must not contain emojis': {
    de: 'darf keine Emojis enthalten',
    fr: 'ne doit pas contenir d’émojis',
    it: 'non deve contenere emoji',
  },
  'must not contain formatting such as *bold* or _italic_': {
    de: 'darf keine Formatierung wie *fett* oder _kursiv_ enthalten',
    fr: 'ne doit pas contenir de mise en forme comme *gras* ou _italique_',
    it: 'non deve contenere formattazione come *grassetto* o _corsivo_',
  },
  'is not among the recipients that the account allows': {
    de: 'gehört nicht zu den Empfängern, die das Konto erlaubt',
    fr: 'ne fait pas partie des destinataires que le compte autorise',
    it: 'non è tra i destinatari che l’account consente',
  },
  'must be a number: the account allows only certain recipients, and the numbers of people and groups are not known here':
    {
      de: 'muss eine Nummer sein: Das Konto erlaubt nur bestimmte Empfänger, und die Nummern von Personen und Gruppen sind hier nicht bekannt',
      fr: 'doit être un numéro : le compte n’autorise que certains destinataires, et les numéros des personnes et des groupes ne sont pas connus ici',
      it: 'deve essere un numero: l’account consente solo certi destinatari, e i numeri di persone e gruppi qui non sono noti',
    },
  'takes one recipient (to) or several (toList), not both': {
    de: 'entweder ein Empfänger (to) oder mehrere (toList), nicht beides',
    fr: 'un destinataire (to) ou plusieurs (toList), pas les deux',
    it: 'un destinatario (to) o più destinatari (toList), non entrambi',
  },
  'needs a recipient: one (to) or several (toList)': {
    de: 'braucht einen Empfänger: einen (to) oder mehrere (toList)',
    fr: 'il faut un destinataire : un (to) ou plusieurs (toList)',
    it: 'serve un destinatario: uno (to) o più (toList)',
  },
  'at least one recipient is required': {
    de: 'mindestens ein Empfänger ist erforderlich',
    fr: 'il faut au moins un destinataire',
    it: 'serve almeno un destinatario',
  },
  'must contain only digits for an SMS: write {number}': {
    de: 'darf für eine SMS nur Ziffern enthalten: {number} schreiben',
    fr: 'ne doit contenir que des chiffres pour un SMS : écrivez {number}',
    it: 'deve contenere solo cifre per un SMS: scriva {number}',
  },
  'must be up to 16 digits, or up to 11 plain letters, digits and symbols, for an SMS': {
    de: 'muss für eine SMS aus höchstens 16 Ziffern oder höchstens 11 einfachen Buchstaben, Ziffern und Sonderzeichen bestehen',
    fr: 'doit avoir au plus 16 chiffres, ou au plus 11 lettres simples, chiffres et symboles, pour un SMS',
    it: 'deve avere al massimo 16 cifre, o al massimo 11 lettere semplici, cifre e simboli, per un SMS',
  },
  'must not be empty: enter the sender ID from the provider': {
    de: 'darf nicht leer sein: die Absender-ID des Anbieters eingeben',
    fr: 'ne doit pas être vide : saisissez l’ID d’expéditeur du fournisseur',
    it: 'non deve essere vuoto: inserisca l’ID mittente del fornitore',
  },
  '{channel} carries only {contents}': {
    de: '{channel} unterstützt nur {contents}',
    fr: '{channel} ne prend en charge que {contents}',
    it: '{channel} supporta solo {contents}',
  },
  'at most {max} characters on {channel}': {
    de: 'höchstens {max} Zeichen auf {channel}',
    fr: 'au plus {max} caractères sur {channel}',
    it: 'al massimo {max} caratteri su {channel}',
  },
  'needs {pages} SMS pages, but the page limit is {max}': {
    de: 'braucht {pages} SMS-Seiten, erlaubt sind höchstens {max}',
    fr: 'demande {pages} pages de SMS, mais la limite est de {max}',
    it: 'richiede {pages} pagine di SMS, ma il limite è {max}',
  },
  "only characters of the GSM alphabet, because 'GSM Characters Only' (forceGsm) is on": {
    de: 'nur Zeichen des GSM-Alphabets, weil „Nur GSM-Zeichen“ (forceGsm) eingeschaltet ist',
    fr: 'seulement des caractères de l’alphabet GSM, car « Caractères GSM seulement » (forceGsm) est activé',
    it: 'solo caratteri dell’alfabeto GSM, perché «Solo caratteri GSM» (forceGsm) è attivo',
  },
  'takes a media ID (mediaId) or a URL (url), not both': {
    de: 'entweder eine Medien-ID (mediaId) oder eine URL (url), nicht beides',
    fr: 'un ID de média (mediaId) ou une URL (url), pas les deux',
    it: 'un ID del media (mediaId) o un URL (url), non entrambi',
  },
  'needs the media ID of an uploaded file (mediaId) or the URL of a public file (url)': {
    de: 'braucht die Medien-ID einer hochgeladenen Datei (mediaId) oder die URL einer öffentlichen Datei (url)',
    fr: 'il faut l’ID de média d’un fichier téléversé (mediaId) ou l’URL d’un fichier public (url)',
    it: 'serve l’ID del media di un file caricato (mediaId) o l’URL di un file pubblico (url)',
  },
  'must differ from the ids of the other buttons': {
    de: 'muss sich von den IDs der anderen Schaltflächen unterscheiden',
    fr: 'doit être différent des ID des autres boutons',
    it: 'deve essere diverso dagli ID degli altri pulsanti',
  },
  'at most {max} rows across all sections': {
    de: 'höchstens {max} Zeilen in allen Abschnitten zusammen',
    fr: 'au plus {max} lignes pour toutes les sections',
    it: 'al massimo {max} righe in tutte le sezioni',
  },
  'is required when there is more than one section': {
    de: 'ist erforderlich, wenn es mehr als einen Abschnitt gibt',
    fr: 'est obligatoire s’il y a plus d’une section',
    it: 'è obbligatorio se c’è più di una sezione',
  },
  'at most {max} characters for all addresses together': {
    de: 'höchstens {max} Zeichen für alle Adressen zusammen',
    fr: 'au plus {max} caractères pour toutes les adresses ensemble',
    it: 'al massimo {max} caratteri per tutti gli indirizzi insieme',
  },
  'contains half of an emoji or another character, as if it had been cut in two': {
    de: 'enthält ein halbes Emoji oder ein anderes halbes Zeichen, als wäre es entzweigeschnitten',
    fr: 'contient la moitié d’un émoji ou d’un autre caractère, comme s’il avait été coupé en deux',
    it: 'contiene metà di un emoji o di un altro carattere, come se fosse stato tagliato in due',
  },

  // What a person should know about a message that goes out.
  'line breaks, tabs and more than four spaces in a row were replaced by one space: WhatsApp refuses them in a template':
    {
      de: 'Zeilenumbrüche, Tabulatoren und mehr als vier Leerzeichen hintereinander wurden durch ein Leerzeichen ersetzt: WhatsApp lehnt sie in einer Vorlage ab',
      fr: 'les sauts de ligne, les tabulations et plus de quatre espaces de suite ont été remplacés par une espace : WhatsApp les refuse dans un modèle',
      it: 'gli a capo, le tabulazioni e più di quattro spazi di seguito sono stati sostituiti da uno spazio: WhatsApp li rifiuta in un modello',
    },
  'characters that would make the SMS longer were replaced: {characters}': {
    de: 'Zeichen, die die SMS länger machen würden, wurden ersetzt: {characters}',
    fr: 'les caractères qui allongeraient le SMS ont été remplacés : {characters}',
    it: 'i caratteri che allungherebbero l’SMS sono stati sostituiti: {characters}',
  },
  '"{file}" is sent as a voice note ({type})': {
    de: '„{file}“ wird als Sprachnachricht gesendet ({type})',
    fr: '« {file} » est envoyé comme message vocal ({type})',
    it: '«{file}» viene inviato come messaggio vocale ({type})',
  },
  '"{file}" is sent as {type}, not as {declared}': {
    de: '„{file}“ wird als {type} gesendet, nicht als {declared}',
    fr: '« {file} » est envoyé en {type}, pas en {declared}',
    it: '«{file}» viene inviato come {type}, non come {declared}',
  },
  '"{file}" is {type}: WhatsApp shows only {types} here': {
    de: '„{file}“ ist {type}: WhatsApp zeigt hier nur {types}',
    fr: '« {file} » est en {type} : WhatsApp n’affiche ici que {types}',
    it: '«{file}» è {type}: WhatsApp qui mostra solo {types}',
  },
  'contains "{left}", so an expression or a field probably found no text': {
    de: 'enthält „{left}“: wahrscheinlich hat ein Ausdruck oder ein Feld keinen Text gefunden',
    fr: 'contient « {left} » : une expression ou un champ n’a sans doute pas trouvé de texte',
    it: 'contiene «{left}»: probabilmente un’espressione o un campo non ha trovato testo',
  },
};
