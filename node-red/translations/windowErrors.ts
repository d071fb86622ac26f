import type { Translations } from './languages';

/** What is said about a sending window. */
export const windowErrors: Translations = {
  'choose at least one day': {
    de: 'wählen Sie mindestens einen Tag',
    fr: 'choisissez au moins un jour',
    it: 'scelga almeno un giorno',
  },
  'must be days such as monday': {
    de: 'müssen Tage wie monday sein',
    fr: 'doivent être des jours comme monday',
    it: 'devono essere giorni come monday',
  },
  'must be a time such as 08:00': {
    de: 'muss eine Uhrzeit wie 08:00 sein',
    fr: 'doit être une heure comme 08:00',
    it: 'deve essere un’ora come 08:00',
  },
  'must not be the time at which the window opens': {
    de: 'darf nicht die Zeit sein, zu der die Sendezeit beginnt',
    fr: 'ne doit pas être l’heure d’ouverture de la plage',
    it: 'non deve essere l’ora in cui inizia l’orario',
  },
  'must be a time zone such as Europe/Zurich': {
    de: 'muss eine Zeitzone wie Europe/Zurich sein',
    fr: 'doit être un fuseau horaire comme Europe/Zurich',
    it: 'deve essere un fuso orario come Europe/Zurich',
  },
  'there is no list for this message; leave the field empty if there are no exceptions': {
    de: 'für diese Nachricht gibt es keine Liste; lassen Sie das Feld leer, wenn es keine Ausnahmen gibt',
    fr: 'il n’y a pas de liste pour ce message ; laissez le champ vide s’il n’y a pas d’exceptions',
    it: 'per questo messaggio non c’è un elenco; lasci vuoto il campo se non ci sono eccezioni',
  },
  'must be dates such as 2026-12-25': {
    de: 'müssen Daten wie 2026-12-25 sein',
    fr: 'doivent être des dates comme 2026-12-25',
    it: 'devono essere date come 2026-12-25',
  },
  'does not open within a year': {
    de: 'beginnt innerhalb eines Jahres nicht',
    fr: 'ne s’ouvre pas avant un an',
    it: 'non inizia entro un anno',
  },
  'The sending window is closed until {0}': {
    de: 'Die nächste Sendezeit beginnt am {0}',
    fr: 'Les heures d’envoi reprennent le {0}',
    it: 'L’orario di invio riprende il {0}',
  },
  'Send it in the window, or change the window.': {
    de: 'Senden Sie die Nachricht während der Sendezeiten, oder ändern Sie diese.',
    fr: 'Envoyez le message pendant les heures d’envoi, ou modifiez celles-ci.',
    it: 'Invii il messaggio durante gli orari di invio, o li cambi.',
  },
};
