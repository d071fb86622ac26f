import type { Translations } from './languages';

/** Who may call the webhooks, and what is wrong with the list of those who may (`core/receive`). */
export const callerErrors: Translations = {
  'The caller {0} is not on the list of allowed callers. If it may call, add {1} to {2}.': {
    de: 'Der Aufrufer {0} steht nicht auf der Liste der erlaubten Aufrufer. Wenn er aufrufen darf, fügen Sie {1} zu {2} hinzu.',
    fr: 'L’appelant {0} ne figure pas dans la liste des appelants autorisés. S’il peut appeler, ajoutez {1} à {2}.',
    it: 'Il chiamante {0} non è nell’elenco dei chiamanti ammessi. Se può chiamare, aggiunga {1} a {2}.',
  },
  'The caller has no address, so it cannot be on the list of allowed callers ({0}).': {
    de: 'Der Aufrufer hat keine Adresse und kann deshalb nicht auf der Liste der erlaubten Aufrufer stehen ({0}).',
    fr: 'L’appelant n’a pas d’adresse et ne peut donc pas figurer dans la liste des appelants autorisés ({0}).',
    it: 'Il chiamante non ha un indirizzo e quindi non può essere nell’elenco dei chiamanti ammessi ({0}).',
  },
  'The caller has an invalid address, {0}, so it cannot be on the list of allowed callers ({1}).': {
    de: 'Der Aufrufer hat eine ungültige Adresse, {0}, und kann deshalb nicht auf der Liste der erlaubten Aufrufer stehen ({1}).',
    fr: 'L’appelant a une adresse non valide, {0}, et ne peut donc pas figurer dans la liste des appelants autorisés ({1}).',
    it: 'Il chiamante ha un indirizzo non valido, {0}, e quindi non può essere nell’elenco dei chiamanti ammessi ({1}).',
  },
  "'Allowed callers' of the account node": {
    de: '„Erlaubte Aufrufer“ im Konto',
    fr: '« Appelants autorisés » dans le compte',
    it: '«Chiamanti ammessi» nell’account',
  },
  'The webhook secret is missing or wrong.': {
    de: 'Das Webhook-Geheimnis fehlt oder ist falsch.',
    fr: 'Le secret webhook manque ou est faux.',
    it: 'Il segreto webhook manca o è sbagliato.',
  },
  'No calls are accepted: the account has a webhook secret, but its value is missing.': {
    de: 'Es werden keine Aufrufe angenommen: Das Konto hat ein Webhook-Geheimnis, aber sein Wert fehlt.',
    fr: 'Aucun appel n’est accepté : le compte a un secret webhook, mais sa valeur manque.',
    it: 'Non viene accettata alcuna chiamata: l’account ha un segreto webhook, ma manca il suo valore.',
  },
  'This trigger is not set up: it accepts no calls.': {
    de: 'Dieser Trigger ist nicht eingerichtet: Er nimmt keine Aufrufe an.',
    fr: 'Ce déclencheur n’est pas configuré : il n’accepte aucun appel.',
    it: 'Questo trigger non è configurato: non accetta chiamate.',
  },

  // The proxy setting
  'Any address that a caller claims is accepted ("trust proxy" is true), so the caller is unknown.': {
    de: 'Node-RED glaubt jede Adresse, die ein Aufrufer angibt („trust proxy“ ist true); der Aufrufer ist deshalb unbekannt.',
    fr: 'Node-RED accepte toute adresse qu’un appelant prétend avoir (« trust proxy » est true) : l’appelant est donc inconnu.',
    it: 'Node-RED accetta qualsiasi indirizzo dichiarato da un chiamante («trust proxy» è true), quindi il chiamante è sconosciuto.',
  },
  "The request says that it came through a proxy, but no proxy is trusted here. If there is one, {0} is its address and not the caller's. {1}":
    {
      de: 'Laut der Anfrage kam sie über einen Proxy, aber Node-RED vertraut keinem. Falls es einen gibt, ist {0} seine Adresse und nicht die des Aufrufers. {1}',
      fr: 'La requête indique qu’elle est passée par un proxy, mais Node-RED ne fait confiance à aucun. S’il y en a un, {0} est son adresse et non celle de l’appelant. {1}',
      it: 'La richiesta dice di essere passata da un proxy, ma Node-RED non si fida di nessuno. Se ce n’è uno, {0} è il suo indirizzo e non quello del chiamante. {1}',
    },
  'The request came through fewer proxies ({0}) than are trusted ({1}), so a caller can forge its address. Trust their exact number, never more. {2}':
    {
      de: 'Die Anfrage kam über weniger Proxys ({0}), als Node-RED vertraut ({1}); ein Aufrufer kann deshalb seine Adresse fälschen. Geben Sie die genaue Zahl an, nie eine höhere. {2}',
      fr: 'La requête est passée par moins de proxys ({0}) que ceux auxquels Node-RED fait confiance ({1}) : un appelant peut donc falsifier son adresse. Indiquez leur nombre exact, jamais plus. {2}',
      it: 'La richiesta è passata da meno proxy ({0}) di quelli di cui Node-RED si fida ({1}), quindi un chiamante può falsificare il suo indirizzo. Indichi il loro numero esatto, mai di più. {2}',
    },
  "The request came through a proxy, but the caller's address as seen here, {0}, is an internal one: there seem to be more proxies in front than are trusted. Trust their exact number, never more. {1}":
    {
      de: 'Die Anfrage kam über einen Proxy, aber die Adresse des Aufrufers, {0}, ist hier eine interne: Vor Node-RED scheinen mehr Proxys zu stehen, als es vertraut. Geben Sie die genaue Zahl an, nie eine höhere. {1}',
      fr: 'La requête est passée par un proxy, mais l’adresse de l’appelant vue ici, {0}, est interne : il semble y avoir devant Node-RED plus de proxys que ceux auxquels il fait confiance. Indiquez leur nombre exact, jamais plus. {1}',
      it: 'La richiesta è passata da un proxy, ma l’indirizzo del chiamante visto qui, {0}, è interno: davanti a Node-RED sembrano esserci più proxy di quelli di cui si fida. Indichi il loro numero esatto, mai di più. {1}',
    },
  'In settings.js set httpServerOptions: { "trust proxy": 1 } (the number of proxies), or set Trusted proxies in the account.':
    {
      de: 'Setzen Sie in settings.js httpServerOptions: { "trust proxy": 1 } (die Anzahl der Proxys), oder setzen Sie „Vertrauenswürdige Proxys“ im Konto.',
      fr: 'Dans settings.js, réglez httpServerOptions: { "trust proxy": 1 } (le nombre de proxys), ou réglez « Proxys de confiance » dans le compte.',
      it: 'In settings.js imposti httpServerOptions: { "trust proxy": 1 } (il numero di proxy), o imposti «Proxy fidati» nell’account.',
    },

  // The list of allowed callers
  'The list of allowed callers is empty: {0}. Example: {1}': {
    de: 'Die Liste der erlaubten Aufrufer ist leer: {0}. Beispiel: {1}',
    fr: 'La liste des appelants autorisés est vide : {0}. Exemple : {1}',
    it: 'L’elenco dei chiamanti ammessi è vuoto: {0}. Esempio: {1}',
  },
  '"{0}" cannot be an allowed caller: {1}. Example: {2}': {
    de: '„{0}“ kann kein erlaubter Aufrufer sein: {1}. Beispiel: {2}',
    fr: '« {0} » ne peut pas être un appelant autorisé : {1}. Exemple : {2}',
    it: '«{0}» non può essere un chiamante ammesso: {1}. Esempio: {2}',
  },
  'nobody could call': {
    de: 'niemand könnte aufrufen',
    fr: 'personne ne pourrait appeler',
    it: 'nessuno potrebbe chiamare',
  },
  'a range has only one "/"': {
    de: 'ein Bereich hat nur einen „/“',
    fr: 'une plage n’a qu’un seul « / »',
    it: 'un intervallo ha un solo «/»',
  },
  'the part after the "/" must be a whole number from 0 to {0}': {
    de: 'der Teil nach dem „/“ muss eine ganze Zahl von 0 bis {0} sein',
    fr: 'la partie après « / » doit être un nombre entier de 0 à {0}',
    it: 'la parte dopo «/» deve essere un numero intero da 0 a {0}',
  },
  'a range of IPv4 addresses is written with the IPv4 address and a prefix of 0 to 32': {
    de: 'ein Bereich von IPv4-Adressen wird mit der IPv4-Adresse und einem Präfix von 0 bis 32 geschrieben',
    fr: 'une plage d’adresses IPv4 s’écrit avec l’adresse IPv4 et un préfixe de 0 à 32',
    it: 'un intervallo di indirizzi IPv4 si scrive con l’indirizzo IPv4 e un prefisso da 0 a 32',
  },
  'the address goes on after the first {0} bits, so it could mean the whole range or one address': {
    de: 'die Adresse geht nach den ersten {0} Bits weiter und kann deshalb den ganzen Bereich oder eine Adresse bedeuten',
    fr: 'l’adresse continue après les {0} premiers bits et peut donc désigner toute la plage ou une seule adresse',
    it: 'l’indirizzo continua dopo i primi {0} bit, quindi può indicare tutto l’intervallo o un solo indirizzo',
  },
  '{0} for a range, {1} for this address only': {
    de: '{0} für einen Bereich, {1} nur für diese Adresse',
    fr: '{0} pour une plage, {1} pour cette adresse seulement',
    it: '{0} per un intervallo, {1} solo per questo indirizzo',
  },
  '193.93.208.200, 10.0.0.0/8, 2001:db8::1 or 2001:db8::/32': {
    de: '193.93.208.200, 10.0.0.0/8, 2001:db8::1 oder 2001:db8::/32',
    fr: '193.93.208.200, 10.0.0.0/8, 2001:db8::1 ou 2001:db8::/32',
    it: '193.93.208.200, 10.0.0.0/8, 2001:db8::1 o 2001:db8::/32',
  },
  'the address is missing': {
    de: 'die Adresse fehlt',
    fr: 'l’adresse manque',
    it: 'manca l’indirizzo',
  },
  'leave out the "%" and the network interface after it': {
    de: '„%“ und die Netzwerkschnittstelle dahinter weglassen',
    fr: 'omettez « % » et l’interface réseau qui suit',
    it: 'ometta «%» e l’interfaccia di rete che segue',
  },
  'leave out brackets and port': {
    de: 'Klammern und Port weglassen',
    fr: 'omettez les crochets et le port',
    it: 'ometta le parentesi e la porta',
  },
  'leave out leading zeros': {
    de: 'führende Nullen weglassen',
    fr: 'omettez les zéros en tête',
    it: 'ometta gli zeri iniziali',
  },
  'each of the four numbers must be from 0 to 255': {
    de: 'jede der vier Zahlen muss von 0 bis 255 sein',
    fr: 'chacun des quatre nombres doit être compris entre 0 et 255',
    it: 'ognuno dei quattro numeri deve essere tra 0 e 255',
  },
  'an IPv4 address has four numbers; a range is written with a "/"': {
    de: 'eine IPv4-Adresse hat vier Zahlen; ein Bereich wird mit „/“ geschrieben',
    fr: 'une adresse IPv4 a quatre nombres ; une plage s’écrit avec « / »',
    it: 'un indirizzo IPv4 ha quattro numeri; un intervallo si scrive con «/»',
  },
  'this is not a complete IPv6 address': {
    de: 'dies ist keine vollständige IPv6-Adresse',
    fr: 'ce n’est pas une adresse IPv6 complète',
    it: 'questo non è un indirizzo IPv6 completo',
  },
  'this is neither an IPv4 nor an IPv6 address; host names are not supported': {
    de: 'dies ist weder eine IPv4- noch eine IPv6-Adresse; Hostnamen werden nicht unterstützt',
    fr: 'ce n’est ni une adresse IPv4 ni une adresse IPv6 ; les noms d’hôte ne sont pas acceptés',
    it: 'questo non è né un indirizzo IPv4 né un indirizzo IPv6; i nomi host non sono supportati',
  },
};
