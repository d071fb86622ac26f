import type { Translations } from './languages';

export const template: Translations = {
  Template: { de: 'Vorlage', fr: 'Modèle', it: 'Modello' },
  'Template Namespace': {
    de: 'Namensraum der Vorlage',
    fr: 'Espace de noms du modèle',
    it: 'Spazio dei nomi del modello',
  },
  'The namespace of your approved templates.': {
    de: 'Der Namensraum Ihrer genehmigten Vorlagen.',
    fr: 'L’espace de noms de vos modèles approuvés.',
    it: 'Lo spazio dei nomi dei Suoi modelli approvati.',
  },
  'e.g. 3f1a9c52_7d84_4e0b_9a61_5c2d8e7f0b13': {
    de: 'z. B. 3f1a9c52_7d84_4e0b_9a61_5c2d8e7f0b13',
    fr: 'p. ex. 3f1a9c52_7d84_4e0b_9a61_5c2d8e7f0b13',
    it: 'ad es. 3f1a9c52_7d84_4e0b_9a61_5c2d8e7f0b13',
  },
  'Template Name': { de: 'Name der Vorlage', fr: 'Nom du modèle', it: 'Nome del modello' },
  'The name the template was approved under.': {
    de: 'Der Name, unter dem die Vorlage genehmigt wurde.',
    fr: 'Le nom sous lequel le modèle a été approuvé.',
    it: 'Il nome con cui il modello è stato approvato.',
  },
  'e.g. appointment_reminder': {
    de: 'z. B. terminerinnerung',
    fr: 'p. ex. rappel_rendez_vous',
    it: 'ad es. promemoria_appuntamento',
  },
  'Template Language': { de: 'Sprache der Vorlage', fr: 'Langue du modèle', it: 'Lingua del modello' },
  'The language of the template.': {
    de: 'Die Sprache der Vorlage.',
    fr: 'La langue du modèle.',
    it: 'La lingua del modello.',
  },
  Language: { de: 'Sprache', fr: 'Langue', it: 'Lingua' },
  'The language the template was approved in.': {
    de: 'Die Sprache, in der die Vorlage genehmigt wurde.',
    fr: 'La langue dans laquelle le modèle a été approuvé.',
    it: 'La lingua in cui il modello è stato approvato.',
  },
  'Language Policy': { de: 'Sprachrichtlinie', fr: 'Règle de langue', it: 'Regola per la lingua' },
  'Deterministic sends the template in exactly this language.': {
    de: 'Deterministisch sendet die Vorlage in genau dieser Sprache.',
    fr: 'Déterministe envoie le modèle exactement dans cette langue.',
    it: 'Deterministica invia il modello esattamente in questa lingua.',
  },
  Deterministic: { de: 'Deterministisch', fr: 'Déterministe', it: 'Deterministica' },
  Components: { de: 'Komponenten', fr: 'Composants', it: 'Componenti' },
  'The parts of the template that contain placeholders, with their values.': {
    de: 'Die Teile der Vorlage, die Platzhalter enthalten, mit ihren Werten.',
    fr: 'Les parties du modèle qui contiennent des champs variables, avec leurs valeurs.',
    it: 'Le parti del modello che contengono segnaposto, con i loro valori.',
  },
  Parameters: { de: 'Parameter', fr: 'Paramètres', it: 'Parametri' },
  'The values for the placeholders of this component, in order.': {
    de: 'Die Werte für die Platzhalter dieser Komponente, in ihrer Reihenfolge.',
    fr: 'Les valeurs des champs variables de ce composant, dans l’ordre.',
    it: 'I valori dei segnaposto di questo componente, nell’ordine.',
  },
  'The text that replaces the placeholder.': {
    de: 'Der Text, der den Platzhalter ersetzt.',
    fr: 'Le texte qui remplace le champ variable.',
    it: 'Il testo che sostituisce il segnaposto.',
  },
  'Date and Time': { de: 'Datum und Zeit', fr: 'Date et heure', it: 'Data e ora' },
  'With seconds and offset; Z stands for UTC.': {
    de: 'Mit Sekunden und Zeitzone; Z steht für UTC.',
    fr: 'Avec les secondes et le décalage horaire ; Z signifie UTC.',
    it: 'Con secondi e differenza oraria; Z sta per UTC.',
  },
  Currency: { de: 'Währung', fr: 'Monnaie', it: 'Valuta' },
  'The three-letter code of ISO 4217.': {
    de: 'Der Code aus drei Buchstaben nach ISO 4217.',
    fr: 'Le code de trois lettres selon ISO 4217.',
    it: 'Il codice di tre lettere secondo ISO 4217.',
  },
  'e.g. CHF': { de: 'z. B. CHF', fr: 'p. ex. CHF', it: 'ad es. CHF' },
  Amount: { de: 'Betrag', fr: 'Montant', it: 'Importo' },
  'The amount as you write it, with at most three decimals. In JSON it is multiplied by 1000: 100.99 is 100990.':
    {
      de: 'Der Betrag, wie Sie ihn schreiben, mit höchstens drei Nachkommastellen. In JSON wird er mit 1000 multipliziert: 100.99 ist 100990.',
      fr: 'Le montant tel que vous l’écrivez, avec trois décimales au plus. En JSON, il est multiplié par 1000 : 100.99 donne 100990.',
      it: 'L’importo come lo scrive Lei, con al massimo tre decimali. In JSON viene moltiplicato per 1000: 100.99 è 100990.',
    },
  'e.g. 100.99': { de: 'z. B. 100.99', fr: 'p. ex. 100.99', it: 'ad es. 100.99' },
  'Fallback Text': { de: 'Ersatztext', fr: 'Texte de remplacement', it: 'Testo di riserva' },
  'Shown when the amount cannot be written in the language of the recipient.': {
    de: 'Erscheint, wenn der Betrag nicht in der Sprache des Empfängers geschrieben werden kann.',
    fr: 'Affiché quand le montant ne peut pas être écrit dans la langue du destinataire.',
    it: 'Mostrato quando l’importo non si può scrivere nella lingua del destinatario.',
  },
  'e.g. CHF 100.99': { de: 'z. B. CHF 100.99', fr: 'p. ex. CHF 100.99', it: 'ad es. CHF 100.99' },
  Payload: { de: 'Payload', fr: 'Payload', it: 'Payload' },
  'Returned in the inbound message when the button is tapped.': {
    de: 'Kommt in der eingehenden Nachricht zurück, wenn die Schaltfläche angetippt wird.',
    fr: 'Renvoyé dans le message entrant quand le bouton est touché.',
    it: 'Ritorna nel messaggio in arrivo quando il pulsante viene toccato.',
  },
  'e.g. confirm-4711': {
    de: 'z. B. bestaetigen-4711',
    fr: 'p. ex. confirmer-4711',
    it: 'ad es. conferma-4711',
  },
  'Quick Reply Button': {
    de: 'Schnellantwort-Schaltfläche',
    fr: 'Bouton de réponse rapide',
    it: 'Pulsante di risposta rapida',
  },
  'Button Index': { de: 'Index der Schaltfläche', fr: 'Index du bouton', it: 'Indice del pulsante' },
  'Position of the button in the template; the first one is 0.': {
    de: 'Position der Schaltfläche in der Vorlage; die erste ist 0.',
    fr: 'Position du bouton dans le modèle ; le premier est 0.',
    it: 'Posizione del pulsante nel modello; il primo è 0.',
  },
  'e.g. 0': { de: 'z. B. 0', fr: 'p. ex. 0', it: 'ad es. 0' },
  'URL Button': { de: 'URL-Schaltfläche', fr: 'Bouton URL', it: 'Pulsante URL' },
};
