import type { Translations } from './languages';

/** Texts, media and locations. */
export const content: Translations = {
  Text: { de: 'Text', fr: 'Texte', it: 'Testo' },
  'The text of the message. An SMS page holds 160 characters, or 70 with emojis or other characters outside the GSM alphabet; an SMS has at most 10 pages. WhatsApp allows 4096 characters, RCS 1000.':
    {
      de: 'Der Text der Nachricht. Eine SMS-Seite fasst 160 Zeichen, oder 70 mit Emojis oder anderen Zeichen außerhalb des GSM-Alphabets; eine SMS hat höchstens 10 Seiten. WhatsApp erlaubt 4096 Zeichen, RCS 1000.',
      fr: 'Le texte du message. Une page de SMS contient 160 caractères, ou 70 avec des émojis ou d’autres caractères hors de l’alphabet GSM ; un SMS a au plus 10 pages. WhatsApp accepte 4096 caractères, RCS 1000.',
      it: 'Il testo del messaggio. Una pagina di SMS contiene 160 caratteri, o 70 con emoji o altri caratteri fuori dall’alfabeto GSM; un SMS ha al massimo 10 pagine. WhatsApp accetta 4096 caratteri, RCS 1000.',
    },
  'e.g. Your parcel arrives today between 14:00 and 16:00.': {
    de: 'z. B. Ihr Paket kommt heute zwischen 14:00 und 16:00.',
    fr: 'p. ex. Votre colis arrive aujourd’hui entre 14:00 et 16:00.',
    it: 'ad es. Il Suo pacco arriva oggi tra le 14:00 e le 16:00.',
  },
  Image: { de: 'Bild', fr: 'Image', it: 'Immagine' },
  'Media ID': { de: 'Medien-ID', fr: 'ID de média', it: 'ID del media' },
  'The ID that a media upload returned. Enter either this or the URL.': {
    de: 'Die ID, die ein Upload geliefert hat. Geben Sie entweder diese oder die URL ein.',
    fr: 'L’ID obtenu en téléversant un média. Indiquez soit cet ID, soit l’URL.',
    it: 'L’ID ottenuto caricando un media. Inserisca questo o l’URL.',
  },
  'e.g. 7f3c2b1a-4d5e-6f70-8192-a3b4c5d6e7f8': {
    de: 'z. B. 7f3c2b1a-4d5e-6f70-8192-a3b4c5d6e7f8',
    fr: 'p. ex. 7f3c2b1a-4d5e-6f70-8192-a3b4c5d6e7f8',
    it: 'ad es. 7f3c2b1a-4d5e-6f70-8192-a3b4c5d6e7f8',
  },
  URL: { de: 'URL', fr: 'URL', it: 'URL' },
  'The public address of the file, starting with https:// or http://. Enter either this or the media ID.': {
    de: 'Die öffentliche Adresse der Datei, beginnt mit https:// oder http://. Geben Sie entweder diese oder die Medien-ID ein.',
    fr: 'L’adresse publique du fichier, commençant par https:// ou http://. Indiquez soit cette adresse, soit l’ID de média.',
    it: 'L’indirizzo pubblico del file, inizia con https:// o http://. Inserisca questo o l’ID del media.',
  },
  'e.g. https://example.com/invoice.pdf': {
    de: 'z. B. https://example.com/rechnung.pdf',
    fr: 'p. ex. https://example.com/facture.pdf',
    it: 'ad es. https://example.com/fattura.pdf',
  },
  Caption: { de: 'Begleittext', fr: 'Légende', it: 'Didascalia' },
  'Text shown below the image or video.': {
    de: 'Text unter dem Bild oder Video.',
    fr: 'Texte affiché sous l’image ou la vidéo.',
    it: 'Testo mostrato sotto l’immagine o il video.',
  },
  'e.g. Our new shop': {
    de: 'z. B. Unser neuer Laden',
    fr: 'p. ex. Notre nouveau magasin',
    it: 'ad es. Il nostro nuovo negozio',
  },
  Video: { de: 'Video', fr: 'Vidéo', it: 'Video' },
  Document: { de: 'Dokument', fr: 'Document', it: 'Documento' },
  'File Name': { de: 'Dateiname', fr: 'Nom du fichier', it: 'Nome del file' },
  'The name shown for the document.': {
    de: 'Der Name, der für das Dokument angezeigt wird.',
    fr: 'Le nom affiché pour le document.',
    it: 'Il nome mostrato per il documento.',
  },
  'e.g. Invoice 2026-11.pdf': {
    de: 'z. B. Rechnung 2026-11.pdf',
    fr: 'p. ex. Facture 2026-11.pdf',
    it: 'ad es. Fattura 2026-11.pdf',
  },
  Audio: { de: 'Audio', fr: 'Audio', it: 'Audio' },
  Sticker: { de: 'Sticker', fr: 'Sticker', it: 'Sticker' },
  Location: { de: 'Standort', fr: 'Position', it: 'Posizione' },
  Latitude: { de: 'Breitengrad', fr: 'Latitude', it: 'Latitudine' },
  'Degrees north of the equator, negative for south.': {
    de: 'Grad nördlich des Äquators, negativ für Süden.',
    fr: 'Degrés au nord de l’équateur, négatifs au sud.',
    it: 'Gradi a nord dell’equatore, negativi per il sud.',
  },
  'e.g. 47.3769': { de: 'z. B. 47.3769', fr: 'p. ex. 47.3769', it: 'ad es. 47.3769' },
  Longitude: { de: 'Längengrad', fr: 'Longitude', it: 'Longitudine' },
  'Degrees east of Greenwich, negative for west.': {
    de: 'Grad östlich von Greenwich, negativ für Westen.',
    fr: 'Degrés à l’est de Greenwich, négatifs à l’ouest.',
    it: 'Gradi a est di Greenwich, negativi per l’ovest.',
  },
  'e.g. 8.5417': { de: 'z. B. 8.5417', fr: 'p. ex. 8.5417', it: 'ad es. 8.5417' },
  Name: { de: 'Name', fr: 'Nom', it: 'Nome' },
  'Name of the place.': { de: 'Name des Ortes.', fr: 'Nom du lieu.', it: 'Nome del luogo.' },
  'e.g. Main station': {
    de: 'z. B. Hauptbahnhof',
    fr: 'p. ex. Gare centrale',
    it: 'ad es. Stazione centrale',
  },
  Address: { de: 'Adresse', fr: 'Adresse', it: 'Indirizzo' },
  'Address of the place, on one line.': {
    de: 'Adresse des Ortes in einer Zeile.',
    fr: 'Adresse du lieu, sur une ligne.',
    it: 'Indirizzo del luogo, su una riga.',
  },
  'e.g. Bahnhofplatz 1, 8001 Zurich': {
    de: 'z. B. Bahnhofplatz 1, 8001 Zürich',
    fr: 'p. ex. Bahnhofplatz 1, 8001 Zurich',
    it: 'ad es. Bahnhofplatz 1, 8001 Zurigo',
  },
};
