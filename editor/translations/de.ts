/** The labels, helps and examples of the contract (`core/contract`) in German, by the English text. A test demands all of them. */
export const german: Record<string, string> = {
  // Message and recipients
  Channel: 'Kanal',
  'How the message goes out.': 'Der Weg der Nachricht.',
  SMS: 'SMS',
  WhatsApp: 'WhatsApp',
  RCS: 'RCS',
  From: 'Von',
  'The sender. SMS: up to 16 digits, or up to 11 letters and digits. WhatsApp: the number of your business account with its country code. RCS: the sender id of the provider.':
    'Der Absender. SMS: bis zu 16 Ziffern oder bis zu 11 Buchstaben und Ziffern. WhatsApp: die Nummer Ihres Unternehmenskontos mit Landesvorwahl. RCS: die Absender-ID des Anbieters.',
  'e.g. MyCompany or 0041795550100': 'z. B. MeineFirma oder 0041795550100',
  To: 'An',
  'Number of the recipient with its country code, starting with + or 00.':
    'Nummer des Empfängers mit Landesvorwahl, beginnt mit + oder 00.',
  'e.g. +41791234567': 'z. B. +41791234567',
  Recipients: 'Empfänger',
  'Several recipients for the same message: numbers, or persons and groups of the address book.':
    'Mehrere Empfänger für dieselbe Nachricht: Nummern oder Personen und Gruppen aus dem Adressbuch.',
  Number: 'Nummer',
  'Mobile number in international format, starting with + or 00.':
    'Mobilnummer im internationalen Format, beginnt mit + oder 00.',
  Person: 'Person',
  'Name in the address book of the service: last name, a space, first name.':
    'Name im Adressbuch des Dienstes: Nachname, Leerzeichen, Vorname.',
  'e.g. Muster Anna': 'z. B. Muster Anna',
  Group: 'Gruppe',
  'Name of a group in the address book of the service.': 'Name einer Gruppe im Adressbuch des Dienstes.',
  'e.g. On-call team': 'z. B. Pikett',
  'Send At': 'Senden am',
  'When the message goes out. Left empty, it goes at once.': 'Wann die Nachricht hinausgeht. Leer: sofort.',
  'e.g. 2026-12-24T18:00:00Z': 'z. B. 2026-12-24T18:00:00Z',
  'Customer ID': 'Kundenreferenz',
  'Your own reference, kept with the message.': 'Ihre eigene Referenz, die bei der Nachricht bleibt.',
  'e.g. order-4711': 'z. B. auftrag-4711',

  // Contents
  Text: 'Text',
  'What the recipient reads. An SMS holds 160 characters a page, 70 with emojis or other characters outside the GSM alphabet, and at most 10 pages. WhatsApp takes 4096 characters, RCS 1000.':
    'Was der Empfänger liest. Eine SMS fasst 160 Zeichen je Seite, 70 mit Emojis oder anderen Zeichen außerhalb des GSM-Alphabets, und höchstens 10 Seiten. WhatsApp nimmt 4096 Zeichen, RCS 1000.',
  'e.g. Your parcel arrives today between 14:00 and 16:00.':
    'z. B. Ihr Paket kommt heute zwischen 14:00 und 16:00.',
  Image: 'Bild',
  'Media ID': 'Medien-ID',
  'The id that a media upload returned. Give either this or the URL.':
    'Die ID, die ein Upload geliefert hat. Entweder diese oder die URL angeben.',
  'e.g. 7f3c2b1a-4d5e-6f70-8192-a3b4c5d6e7f8': 'z. B. 7f3c2b1a-4d5e-6f70-8192-a3b4c5d6e7f8',
  URL: 'URL',
  'The public address of the file, starting with https:// or http://. Give either this or the media id.':
    'Die öffentliche Adresse der Datei, beginnt mit https:// oder http://. Entweder diese oder die Medien-ID angeben.',
  'e.g. https://example.com/invoice.pdf': 'z. B. https://example.com/rechnung.pdf',
  Caption: 'Bildtext',
  'Text shown below it.': 'Text, der darunter steht.',
  'e.g. Our new shop': 'z. B. Unser neuer Laden',
  Video: 'Video',
  Document: 'Dokument',
  'File Name': 'Dateiname',
  'The name the document is shown under.': 'Der Name, unter dem das Dokument erscheint.',
  'e.g. Invoice 2026-11.pdf': 'z. B. Rechnung 2026-11.pdf',
  Audio: 'Audio',
  Sticker: 'Sticker',
  Location: 'Standort',
  Latitude: 'Breitengrad',
  'Degrees north of the equator, negative for south.': 'Grad nördlich des Äquators, negativ für Süden.',
  'e.g. 47.3769': 'z. B. 47.3769',
  Longitude: 'Längengrad',
  'Degrees east of Greenwich, negative for west.': 'Grad östlich von Greenwich, negativ für Westen.',
  'e.g. 8.5417': 'z. B. 8.5417',
  Name: 'Name',
  'Name of the place.': 'Name des Ortes.',
  'e.g. Main station': 'z. B. Hauptbahnhof',
  Address: 'Adresse',
  'Address of the place, on one line.': 'Adresse des Ortes in einer Zeile.',
  'e.g. Bahnhofplatz 1, 8001 Zurich': 'z. B. Bahnhofplatz 1, 8001 Zürich',

  // Contacts
  Contacts: 'Kontakte',
  'The contact cards to send.': 'Die Visitenkarten, die gesendet werden.',
  'Name of the contact.': 'Name des Kontakts.',
  'Full Name': 'Voller Name',
  'The name as it is shown.': 'Der Name, wie er angezeigt wird.',
  'e.g. Dr. Anna Muster': 'z. B. Dr. Anna Muster',
  'First Name': 'Vorname',
  'Given name.': 'Rufname.',
  'e.g. Anna': 'z. B. Anna',
  'Last Name': 'Nachname',
  'Family name.': 'Familienname.',
  'e.g. Muster': 'z. B. Muster',
  'Middle Name': 'Zweiter Vorname',
  'Second given name.': 'Weiterer Vorname.',
  'e.g. Maria': 'z. B. Maria',
  Suffix: 'Namenszusatz',
  'What follows the name.': 'Was auf den Namen folgt.',
  'e.g. PhD': 'z. B. MSc',
  Prefix: 'Titel',
  'What stands before the name.': 'Was vor dem Namen steht.',
  'e.g. Dr.': 'z. B. Dr.',
  Birthday: 'Geburtstag',
  'Year, month and day.': 'Jahr, Monat und Tag.',
  'e.g. 1985-04-30': 'z. B. 1985-04-30',
  Organization: 'Organisation',
  'Where the contact works.': 'Wo der Kontakt arbeitet.',
  Company: 'Firma',
  'Name of the company.': 'Name der Firma.',
  'e.g. Muster Ltd': 'z. B. Muster AG',
  Department: 'Abteilung',
  'Department in the company.': 'Abteilung in der Firma.',
  'e.g. Sales': 'z. B. Verkauf',
  'Job Title': 'Funktion',
  'Position in the company.': 'Stellung in der Firma.',
  'e.g. Head of sales': 'z. B. Leiterin Verkauf',
  Addresses: 'Adressen',
  'Postal addresses of the contact.': 'Postadressen des Kontakts.',
  Street: 'Straße',
  'Street and number.': 'Straße und Hausnummer.',
  'e.g. Seestrasse 10': 'z. B. Seestrasse 10',
  City: 'Ort',
  'Town or city.': 'Stadt oder Gemeinde.',
  'e.g. Zurich': 'z. B. Zürich',
  State: 'Bundesland',
  'State or canton.': 'Bundesland oder Kanton.',
  'e.g. ZH': 'z. B. ZH',
  'Postal Code': 'Postleitzahl',
  'Postal code.': 'Postleitzahl.',
  'e.g. 8002': 'z. B. 8002',
  Country: 'Land',
  'Name of the country.': 'Name des Landes.',
  'e.g. Switzerland': 'z. B. Schweiz',
  'Country Code': 'Ländercode',
  'Two-letter code of the country.': 'Code des Landes aus zwei Buchstaben.',
  'e.g. CH': 'z. B. CH',
  Type: 'Art',
  'What the address is used for.': 'Wofür die Adresse dient.',
  'e.g. WORK': 'z. B. WORK',
  'Phone Numbers': 'Telefonnummern',
  'Phone numbers of the contact.': 'Telefonnummern des Kontakts.',
  'Phone Number': 'Telefonnummer',
  'The number, best in international format.': 'Die Nummer, am besten im internationalen Format.',
  'What the number is used for.': 'Wofür die Nummer dient.',
  'e.g. CELL': 'z. B. CELL',
  'Web Pages': 'Webseiten',
  'Web pages of the contact.': 'Webseiten des Kontakts.',
  'Address of the web page.': 'Adresse der Webseite.',
  'e.g. https://example.com': 'z. B. https://example.com',
  'What the page is used for.': 'Wofür die Seite dient.',

  // Interactive messages
  Interactive: 'Interaktiv',
  Header: 'Kopf',
  'What stands above the text: a line of text, an image, a video or a document.':
    'Was über dem Text steht: eine Textzeile, ein Bild, ein Video oder ein Dokument.',
  'Header Text': 'Kopftext',
  'Up to 60 characters. Emojis are allowed, formatting is not.':
    'Bis zu 60 Zeichen. Emojis sind erlaubt, Formatierung nicht.',
  'e.g. Your appointment': 'z. B. Ihr Termin',
  Body: 'Haupttext',
  'The message itself.': 'Die eigentliche Nachricht.',
  'Body Text': 'Haupttext',
  'The message itself, up to 1024 characters. Emojis, formatting and links are allowed.':
    'Die eigentliche Nachricht, bis zu 1024 Zeichen. Emojis, Formatierung und Links sind erlaubt.',
  'e.g. Can you come on Tuesday at 9:00?': 'z. B. Können Sie am Dienstag um 9:00 kommen?',
  Footer: 'Fußzeile',
  'A line in small print below the message.': 'Eine kleingedruckte Zeile unter der Nachricht.',
  'Footer Text': 'Fußzeile',
  'A line in small print, up to 60 characters.': 'Eine kleingedruckte Zeile, bis zu 60 Zeichen.',
  'e.g. Muster Ltd, Zurich': 'z. B. Muster AG, Zürich',
  Action: 'Aktion',
  'What the recipient can do: tap one of up to three buttons, or open a list of up to ten rows.':
    'Was der Empfänger tun kann: eine von bis zu drei Schaltflächen antippen oder eine Liste mit bis zu zehn Zeilen öffnen.',
  Button: 'Schaltflächen',
  Buttons: 'Schaltflächen',
  'One to three buttons the recipient can tap.':
    'Eine bis drei Schaltflächen, die der Empfänger antippen kann.',
  ID: 'ID',
  'Comes back in the inbound message when the button is tapped. Different for each button, up to 256 characters.':
    'Kommt in der eingehenden Nachricht zurück, wenn die Schaltfläche angetippt wird. Für jede anders, bis zu 256 Zeichen.',
  'e.g. confirm': 'z. B. bestaetigen',
  Title: 'Titel',
  'The text on the button, up to 20 characters, without emojis and formatting.':
    'Der Text auf der Schaltfläche, bis zu 20 Zeichen, ohne Emojis und Formatierung.',
  'e.g. Confirm': 'z. B. Bestätigen',
  List: 'Liste',
  'List Button': 'Listen-Schaltfläche',
  'The text on the button that opens the list, up to 20 characters, without emojis and formatting.':
    'Der Text auf der Schaltfläche, die die Liste öffnet, bis zu 20 Zeichen, ohne Emojis und Formatierung.',
  'e.g. Choose a time': 'z. B. Zeit wählen',
  Sections: 'Abschnitte',
  'The list, in 1 to 10 sections with at most 10 rows altogether.':
    'Die Liste, in 1 bis 10 Abschnitten mit zusammen höchstens 10 Zeilen.',
  'Heading of the section, up to 24 characters. Required when there is more than one section.':
    'Überschrift des Abschnitts, bis zu 24 Zeichen. Erforderlich, wenn es mehr als einen Abschnitt gibt.',
  'e.g. Morning': 'z. B. Vormittag',
  Rows: 'Zeilen',
  'The choices of this section. At most 10 rows over all sections.':
    'Die Wahlmöglichkeiten dieses Abschnitts. Höchstens 10 Zeilen über alle Abschnitte.',
  'Comes back in the inbound message when the row is chosen. Up to 200 characters.':
    'Kommt in der eingehenden Nachricht zurück, wenn die Zeile gewählt wird. Bis zu 200 Zeichen.',
  'e.g. slot-0900': 'z. B. zeit-0900',
  'The text of the row, up to 24 characters.': 'Der Text der Zeile, bis zu 24 Zeichen.',
  'e.g. 09:00': 'z. B. 09:00',
  Description: 'Beschreibung',
  'A second line, up to 72 characters.': 'Eine zweite Zeile, bis zu 72 Zeichen.',
  'e.g. With Dr. Muster, 30 minutes': 'z. B. Bei Dr. Muster, 30 Minuten',

  // Templates
  Template: 'Vorlage',
  'Template Namespace': 'Namensraum',
  'The namespace of your approved templates.': 'Der Namensraum Ihrer genehmigten Vorlagen.',
  'e.g. 3f1a9c52_7d84_4e0b_9a61_5c2d8e7f0b13': 'z. B. 3f1a9c52_7d84_4e0b_9a61_5c2d8e7f0b13',
  'Template Name': 'Name der Vorlage',
  'The name the template was approved under.': 'Der Name, unter dem die Vorlage genehmigt wurde.',
  'e.g. appointment_reminder': 'z. B. terminerinnerung',
  'Template Language': 'Sprache der Vorlage',
  'The language of the template.': 'Die Sprache der Vorlage.',
  Language: 'Sprache',
  'The language the template was approved in.': 'Die Sprache, in der die Vorlage genehmigt wurde.',
  'Language Policy': 'Sprachregel',
  'Deterministic sends the template in exactly this language.':
    'Deterministisch sendet die Vorlage in genau dieser Sprache.',
  Deterministic: 'Deterministisch',
  Components: 'Komponenten',
  'The parts of the template that hold placeholders, with their values.':
    'Die Teile der Vorlage, die Platzhalter enthalten, mit ihren Werten.',
  Parameters: 'Parameter',
  'What fills the placeholders of this component, in their order.':
    'Was in die Platzhalter dieser Komponente kommt, in ihrer Reihenfolge.',
  'What stands in place of the placeholder.': 'Was anstelle des Platzhalters steht.',
  'Date and Time': 'Datum und Zeit',
  'With seconds and offset; Z stands for UTC.': 'Mit Sekunden und Zeitzone; Z steht für UTC.',
  Currency: 'Währung',
  'The three-letter code of ISO 4217.': 'Der Code aus drei Buchstaben nach ISO 4217.',
  'e.g. CHF': 'z. B. CHF',
  Amount: 'Betrag',
  'The amount as you write it, with at most three decimals. In JSON it is multiplied by 1000: 100.99 is 100990.':
    'Der Betrag, wie man ihn schreibt, mit höchstens drei Stellen nach dem Komma. In JSON wird er mit 1000 multipliziert: 100.99 ist 100990.',
  'e.g. 100.99': 'z. B. 100.99',
  'Fallback Text': 'Ersatztext',
  'Shown when the amount cannot be written in the language of the recipient.':
    'Erscheint, wenn der Betrag nicht in der Sprache des Empfängers geschrieben werden kann.',
  'e.g. CHF 100.99': 'z. B. CHF 100.99',
  Payload: 'Nutzlast',
  'Comes back in the inbound message when the button is tapped.':
    'Kommt in der eingehenden Nachricht zurück, wenn die Schaltfläche angetippt wird.',
  'e.g. confirm-4711': 'z. B. bestaetigen-4711',
  'Quick Reply Button': 'Schnellantwort',
  'Button Index': 'Nummer der Schaltfläche',
  'Position of the button in the template; the first one is 0.':
    'Stelle der Schaltfläche in der Vorlage; die erste ist 0.',
  'e.g. 0': 'z. B. 0',
  'URL Button': 'URL-Schaltfläche',

  // SMS options
  'SMS Options': 'SMS-Optionen',
  'GSM Characters Only': 'Nur GSM-Zeichen',
  'Whether characters outside the GSM alphabet are not allowed. Otherwise one such character, an emoji for example, lowers the page from 160 to 70 characters.':
    'Ob Zeichen außerhalb des GSM-Alphabets nicht erlaubt sind. Sonst macht ein einziges solches Zeichen, etwa ein Emoji, aus 160 Zeichen je Seite 70.',
  'Page Limit': 'Seitenlimit',
  'The most pages the SMS may have, 1 to 10. Text beyond it is cut off.':
    'Wie viele Seiten die SMS höchstens hat, 1 bis 10. Längerer Text wird abgeschnitten.',
  'e.g. 3': 'z. B. 3',
  'SMS Type': 'SMS-Art',
  'Standard is stored on the phone. Flash is shown at once and not stored. PrioPlus is delivered with priority, if the account supports it.':
    'Standard wird auf dem Telefon gespeichert. Flash erscheint sofort und wird nicht gespeichert. Prio Plus wird bevorzugt zugestellt, wenn das Konto es kann.',
  Standard: 'Standard',
  Flash: 'Flash',
  'Prio Plus': 'Prio Plus',

  // Notification
  Notification: 'Statusmeldung',
  Content: 'Inhalt',
  'Notify On': 'Melden bei',
  'Delivered: the phone has confirmed it. Failed: it was not sent or not delivered. Delayed: the provider takes longer. Left empty: when delivered.':
    'Zugestellt: Das Telefon hat es bestätigt. Gescheitert: nicht gesendet oder nicht zugestellt. Verzögert: Der Anbieter braucht länger. Leer: wenn zugestellt.',
  Delivered: 'Zugestellt',
  'Delivered or Failed': 'Zugestellt oder gescheitert',
  'Delivered, Failed or Delayed': 'Zugestellt, gescheitert oder verzögert',
  Failed: 'Gescheitert',
  'Who is told. All addresses together may have at most 200 characters.':
    'Wer es erfährt. Alle Adressen zusammen dürfen höchstens 200 Zeichen haben.',
  'SMS and e-mail tell a person. URL (GET) calls an address with the status in the query string, URL (POST) with the status as JSON in the body.':
    'SMS und E-Mail sagen es einer Person. URL (GET) ruft eine Adresse mit dem Status in der Abfrage auf, URL (POST) mit dem Status als JSON im Rumpf.',
  'E-Mail': 'E-Mail',
  'URL (GET)': 'URL (GET)',
  'URL (POST)': 'URL (POST)',
  'A number in international format, an e-mail address or a URL, as the type demands. All addresses together may have 200 characters.':
    'Eine Nummer im internationalen Format, eine E-Mail-Adresse oder eine URL, je nach Art. Alle Adressen zusammen dürfen 200 Zeichen haben.',
  'e.g. https://example.com/status': 'z. B. https://example.com/status',

  // What can be wrong (core/contract/sentences.ts)
  '{sentence}, got {got}': '{sentence}, nicht {got}',
  'is required': 'ist erforderlich',
  'is required and must be one of {choices}': 'ist erforderlich und muss eines von {choices} sein',
  'is required and must be {choices}': 'ist erforderlich und muss {choices} sein',
  'must not be empty': 'darf nicht leer sein',
  'must be one of {choices}': 'muss eines von {choices} sein',
  'must be {choices}': 'muss {choices} sein',
  'must be written {name}': 'muss {name} geschrieben werden',
  'is there twice: as {name} too': 'steht zweimal da: auch als {name}',
  'is not a field here; the fields are {fields}': 'ist hier kein Feld; die Felder sind {fields}',
  'is not a field here; the fields are {fields} (did you mean {name}?)':
    'ist hier kein Feld; die Felder sind {fields} (ist {name} gemeint?)',
  'must be a text': 'muss ein Text sein',
  'must be a number': 'muss eine Zahl sein',
  'must be true or false': 'muss true oder false sein',
  'must be a list': 'muss eine Liste sein',
  'must be an object': 'muss ein Objekt sein',
  'must be {kind}': 'muss {kind} sein',
  'must be a text, not a batch: send "messages" with the batch node or the batch operation':
    'muss ein Text sein, kein Stapel: «messages» mit dem Stapel-Node senden',
  'must be a text, not a request without content: add "content": { "type": "Text", "text": "Hello" }':
    'muss ein Text sein, keine Anfrage ohne Inhalt: "content": { "type": "Text", "text": "Hallo" } ergänzen',
  'must be a text, not a request that has its text outside content: write "content": { "type": "Text", "text": "Hello" }':
    'muss ein Text sein, keine Anfrage mit dem Text neben dem Inhalt: "content": { "type": "Text", "text": "Hallo" } schreiben',
  'makes this a batch: send "messages" with the batch node or the batch operation':
    'macht daraus einen Stapel: «messages» mit dem Stapel-Node senden',
  'belongs into content: write "content": { "type": "Text", "text": "Hello" }':
    'gehört in den Inhalt: "content": { "type": "Text", "text": "Hallo" } schreiben',
  'at most {max} characters': 'höchstens {max} Zeichen',
  'at least one {noun} is required': 'mindestens ein Eintrag ist erforderlich',
  'at most {max} {noun}': 'höchstens {max} Einträge',
  'must be a whole number': 'muss eine ganze Zahl sein',
  'must be from {min} to {max}': 'muss zwischen {min} und {max} liegen',
  'must be from {min} to {max} degrees': 'muss zwischen {min} und {max} Grad liegen',
  'must be a number in international format, such as +41791234567 or 0041791234567':
    'muss eine Nummer im internationalen Format sein, wie +41791234567 oder 0041791234567',
  'must hold only digits after the + or 00: write {number}':
    'darf nach dem + oder 00 nur Ziffern enthalten: {number} schreiben',
  'must start with the country code: write {number} for Switzerland, for example':
    'muss mit der Landesvorwahl beginnen: zum Beispiel {number} für die Schweiz',
  'must start with + or 00: write {number} if {bare} begins with the country code':
    'muss mit + oder 00 beginnen: {number} schreiben, wenn {bare} mit der Landesvorwahl beginnt',
  'must be an address that starts with https:// or http:// and has no spaces':
    'muss mit https:// oder http:// beginnen und darf keine Leerzeichen enthalten',
  'must be an e-mail address such as anna@example.com': 'muss eine E-Mail-Adresse wie anna@example.com sein',
  'must be a date and time such as 2026-12-24T18:00:00Z or 2026-12-24T18:00:00+01:00':
    'muss ein Zeitpunkt wie 2026-12-24T18:00:00Z oder 2026-12-24T18:00:00+01:00 sein',
  'must be a date and time with seconds and offset, such as 2026-12-24T18:00:00Z':
    'muss ein Zeitpunkt mit Sekunden und Zeitzone sein, wie 2026-12-24T18:00:00Z',
  'must be a date such as 1985-04-30': 'muss ein Datum wie 1985-04-30 sein',
  'must be an amount such as 100.99, with at most three decimals and at most 2147483.647 (in JSON: 1000 times the amount, a whole number)':
    'muss ein Betrag wie 100.99 sein, mit höchstens drei Stellen nach dem Komma und höchstens 2147483.647 (in JSON: der Betrag mal 1000, eine ganze Zahl)',
  'exactly 3 characters, such as CHF or EUR': 'genau 3 Zeichen, wie CHF oder EUR',
  'must not contain emojis': 'darf keine Emojis enthalten',
  'must not contain formatting such as *bold* or _italic_':
    'darf keine Formatierung wie *fett* oder _kursiv_ enthalten',
  'takes one recipient (to) or several (toList), not both':
    'entweder ein Empfänger (to) oder mehrere (toList), nicht beides',
  'needs a recipient: one (to) or several (toList)':
    'braucht einen Empfänger: einen (to) oder mehrere (toList)',
  'at least one recipient is required': 'mindestens ein Empfänger ist erforderlich',
  'must hold only digits for an SMS: write {number}':
    'darf für eine SMS nur Ziffern enthalten: {number} schreiben',
  'must be up to 16 digits, or up to 11 plain letters, digits and signs, for an SMS':
    'muss für eine SMS aus höchstens 16 Ziffern oder höchstens 11 einfachen Buchstaben, Ziffern und Zeichen bestehen',
  'must not be empty: enter the sender id of the provider':
    'darf nicht leer sein: die Absenderkennung des Anbieters eingeben',
  '{channel} carries only {contents}': '{channel} kann nur {contents} übertragen',
  'at most {max} characters on {channel}': 'höchstens {max} Zeichen auf {channel}',
  'only characters of the GSM alphabet, because GSM Characters Only (forceGsm) is on':
    'nur Zeichen des GSM-Alphabets, weil «Nur GSM-Zeichen» eingeschaltet ist',
  'takes a media id (mediaId) or a URL (url), not both':
    'entweder eine Medien-ID (mediaId) oder eine URL (url), nicht beides',
  'needs the media id of an uploaded file (mediaId) or the URL of a public file (url)':
    'braucht die Medien-ID einer hochgeladenen Datei (mediaId) oder die URL einer öffentlichen Datei (url)',
  'must differ from the ids of the other buttons':
    'muss sich von den IDs der anderen Schaltflächen unterscheiden',
  'at most {max} rows over all sections': 'höchstens {max} Zeilen in allen Abschnitten zusammen',
  'is required when there is more than one section':
    'ist erforderlich, wenn es mehr als einen Abschnitt gibt',
  'at most {max} characters for all addresses together': 'höchstens {max} Zeichen für alle Adressen zusammen',
};
