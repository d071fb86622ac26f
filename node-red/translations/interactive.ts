import type { Translations } from './languages';

export const interactive: Translations = {
  Interactive: { de: 'Interaktiv', fr: 'Interactif', it: 'Interattivo' },
  Header: { de: 'Kopfzeile', fr: 'En-tête', it: 'Intestazione' },
  'Shown above the text: a line of text, an image, a video or a document.': {
    de: 'Steht über dem Text: eine Textzeile, ein Bild, ein Video oder ein Dokument.',
    fr: 'Affiché au-dessus du texte : une ligne de texte, une image, une vidéo ou un document.',
    it: 'Mostrata sopra il testo: una riga di testo, un’immagine, un video o un documento.',
  },
  'Header Text': { de: 'Text der Kopfzeile', fr: 'Texte de l’en-tête', it: 'Testo dell’intestazione' },
  'Up to 60 characters. Emojis are allowed, formatting is not.': {
    de: 'Bis zu 60 Zeichen. Emojis sind erlaubt, Formatierung nicht.',
    fr: 'Jusqu’à 60 caractères. Émojis permis, mise en forme interdite.',
    it: 'Fino a 60 caratteri. Emoji ammessi, formattazione no.',
  },
  'e.g. Your appointment': {
    de: 'z. B. Ihr Termin',
    fr: 'p. ex. Votre rendez-vous',
    it: 'ad es. Il Suo appuntamento',
  },
  Body: { de: 'Haupttext', fr: 'Corps', it: 'Corpo' },
  'The message itself.': {
    de: 'Die eigentliche Nachricht.',
    fr: 'Le message lui-même.',
    it: 'Il messaggio stesso.',
  },
  'Body Text': { de: 'Haupttext', fr: 'Texte du corps', it: 'Testo del corpo' },
  'The message itself, up to 1024 characters. Emojis, formatting and links are allowed.': {
    de: 'Die eigentliche Nachricht, bis zu 1024 Zeichen. Emojis, Formatierung und Links sind erlaubt.',
    fr: 'Le message lui-même, jusqu’à 1024 caractères. Émojis, mise en forme et liens sont permis.',
    it: 'Il messaggio stesso, fino a 1024 caratteri. Emoji, formattazione e link sono ammessi.',
  },
  'e.g. Can you come on Tuesday at 9:00?': {
    de: 'z. B. Können Sie am Dienstag um 9:00 kommen?',
    fr: 'p. ex. Pouvez-vous venir mardi à 9:00 ?',
    it: 'ad es. Può venire martedì alle 9:00?',
  },
  Footer: { de: 'Fußzeile', fr: 'Pied de page', it: 'Piè di pagina' },
  'A line in small print below the message.': {
    de: 'Eine kleingedruckte Zeile unter der Nachricht.',
    fr: 'Une ligne en petits caractères sous le message.',
    it: 'Una riga in piccolo sotto il messaggio.',
  },
  'Footer Text': { de: 'Text der Fußzeile', fr: 'Texte du pied de page', it: 'Testo del piè di pagina' },
  'A line in small print, up to 60 characters.': {
    de: 'Eine kleingedruckte Zeile, bis zu 60 Zeichen.',
    fr: 'Une ligne en petits caractères, jusqu’à 60 caractères.',
    it: 'Una riga in piccolo, fino a 60 caratteri.',
  },
  'e.g. Muster Ltd, Zurich': {
    de: 'z. B. Muster AG, Zürich',
    fr: 'p. ex. Muster SA, Zurich',
    it: 'ad es. Muster SA, Zurigo',
  },
  Action: { de: 'Aktion', fr: 'Action', it: 'Azione' },
  'What the recipient can do: tap one of up to three buttons, or open a list of up to ten rows.': {
    de: 'Was der Empfänger tun kann: eine von bis zu drei Schaltflächen antippen oder eine Liste mit bis zu zehn Zeilen öffnen.',
    fr: 'Ce que le destinataire peut faire : toucher l’un des trois boutons au plus, ou ouvrir une liste de dix lignes au plus.',
    it: 'Che cosa può fare il destinatario: toccare uno dei pulsanti, al massimo tre, o aprire una lista con al massimo dieci righe.',
  },
  Button: { de: 'Schaltflächen', fr: 'Bouton', it: 'Pulsante' },
  Buttons: { de: 'Schaltflächen', fr: 'Boutons', it: 'Pulsanti' },
  'One to three buttons the recipient can tap.': {
    de: 'Eine bis drei Schaltflächen, die der Empfänger antippen kann.',
    fr: 'Un à trois boutons que le destinataire peut toucher.',
    it: 'Da uno a tre pulsanti che il destinatario può toccare.',
  },
  ID: { de: 'ID', fr: 'ID', it: 'ID' },
  'Returned in the inbound message when the button is tapped. Different for each button, up to 256 characters.':
    {
      de: 'Kommt in der eingehenden Nachricht zurück, wenn die Schaltfläche angetippt wird. Für jede anders, bis zu 256 Zeichen.',
      fr: 'Renvoyé dans le message entrant quand le bouton est touché. Différent pour chaque bouton, jusqu’à 256 caractères.',
      it: 'Ritorna nel messaggio in arrivo quando il pulsante viene toccato. Diverso per ogni pulsante, fino a 256 caratteri.',
    },
  'e.g. confirm': { de: 'z. B. bestaetigen', fr: 'p. ex. confirmer', it: 'ad es. conferma' },
  Title: { de: 'Titel', fr: 'Titre', it: 'Titolo' },
  'The text on the button, up to 20 characters, without emojis or formatting.': {
    de: 'Der Text auf der Schaltfläche, bis zu 20 Zeichen, ohne Emojis und Formatierung.',
    fr: 'Le texte du bouton, jusqu’à 20 caractères, sans émojis ni mise en forme.',
    it: 'Il testo del pulsante, fino a 20 caratteri, senza emoji né formattazione.',
  },
  'e.g. Confirm': { de: 'z. B. Bestätigen', fr: 'p. ex. Confirmer', it: 'ad es. Conferma' },
  List: { de: 'Liste', fr: 'Liste', it: 'Lista' },
  'List Button': { de: 'Listen-Schaltfläche', fr: 'Bouton de la liste', it: 'Pulsante della lista' },
  'The text on the button that opens the list, up to 20 characters, without emojis or formatting.': {
    de: 'Der Text auf der Schaltfläche, die die Liste öffnet, bis zu 20 Zeichen, ohne Emojis und Formatierung.',
    fr: 'Le texte du bouton qui ouvre la liste, jusqu’à 20 caractères, sans émojis ni mise en forme.',
    it: 'Il testo del pulsante che apre la lista, fino a 20 caratteri, senza emoji né formattazione.',
  },
  'e.g. Choose a time': {
    de: 'z. B. Uhrzeit wählen',
    fr: 'p. ex. Choisir l’heure',
    it: 'ad es. Scegli un orario',
  },
  Sections: { de: 'Abschnitte', fr: 'Sections', it: 'Sezioni' },
  'The list, in 1 to 10 sections with at most 10 rows altogether.': {
    de: 'Die Liste, in 1 bis 10 Abschnitten mit zusammen höchstens 10 Zeilen.',
    fr: 'La liste, en 1 à 10 sections, avec 10 lignes au plus en tout.',
    it: 'La lista, in 1-10 sezioni con al massimo 10 righe in tutto.',
  },
  'Heading of the section, up to 24 characters. Required when there is more than one section.': {
    de: 'Überschrift des Abschnitts, bis zu 24 Zeichen. Erforderlich, wenn es mehr als einen Abschnitt gibt.',
    fr: 'Titre de la section, jusqu’à 24 caractères. Obligatoire s’il y a plus d’une section.',
    it: 'Titolo della sezione, fino a 24 caratteri. Obbligatorio se c’è più di una sezione.',
  },
  'e.g. Morning': { de: 'z. B. Vormittag', fr: 'p. ex. Matin', it: 'ad es. Mattina' },
  Rows: { de: 'Zeilen', fr: 'Lignes', it: 'Righe' },
  'The choices of this section. At most 10 rows across all sections.': {
    de: 'Die Antwortmöglichkeiten dieses Abschnitts. Höchstens 10 Zeilen in allen Abschnitten zusammen.',
    fr: 'Les choix de cette section. Au plus 10 lignes pour toutes les sections.',
    it: 'Le scelte di questa sezione. Al massimo 10 righe in tutte le sezioni.',
  },
  'Returned in the inbound message when the row is chosen. Up to 200 characters.': {
    de: 'Kommt in der eingehenden Nachricht zurück, wenn die Zeile gewählt wird. Bis zu 200 Zeichen.',
    fr: 'Renvoyé dans le message entrant quand la ligne est choisie. Jusqu’à 200 caractères.',
    it: 'Ritorna nel messaggio in arrivo quando la riga viene scelta. Fino a 200 caratteri.',
  },
  'e.g. slot-0900': { de: 'z. B. zeit-0900', fr: 'p. ex. creneau-0900', it: 'ad es. orario-0900' },
  'The text of the row, up to 24 characters.': {
    de: 'Der Text der Zeile, bis zu 24 Zeichen.',
    fr: 'Le texte de la ligne, jusqu’à 24 caractères.',
    it: 'Il testo della riga, fino a 24 caratteri.',
  },
  'e.g. 09:00': { de: 'z. B. 09:00', fr: 'p. ex. 09:00', it: 'ad es. 09:00' },
  Description: { de: 'Beschreibung', fr: 'Description', it: 'Descrizione' },
  'A second line, up to 72 characters.': {
    de: 'Eine zweite Zeile, bis zu 72 Zeichen.',
    fr: 'Une deuxième ligne, jusqu’à 72 caractères.',
    it: 'Una seconda riga, fino a 72 caratteri.',
  },
  'e.g. With Dr. Muster, 30 minutes': {
    de: 'z. B. Bei Dr. Muster, 30 Minuten',
    fr: 'p. ex. Chez le Dr Muster, 30 minutes',
    it: 'ad es. Dal dott. Muster, 30 minuti',
  },
};
