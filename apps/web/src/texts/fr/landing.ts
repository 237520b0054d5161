export const landing = {
  pageTitle: 'Farline : un téléphone dans votre navigateur',
  titleFirst: 'Appelez le monde entier.',
  titleSecond: 'Et connaissez le prix d’avance.',
  lead: 'Farline est un téléphone dans votre navigateur. Il vous dit ce que coûte la minute avant l’appel et ce que l’appel a coûté pendant que vous parlez, et ne facture rien d’autre.',
  getStarted: 'Commencer',
  goToDashboard: 'Aller au tableau de bord',
  viewPricing: 'Voir les tarifs',
  noCard: 'Crédit d’essai immédiat. Sans carte, sans contrat.',
  pickerLabel: 'Pays à appeler',
  here: 'Ici',
  clockThere: '{{time}} là-bas',
  mobile: 'Mobile',
  fixed: 'Fixe',
  perMinute: 'la minute',
  tenMobile: '{{ten}}, c’est {{stretch}} vers un mobile là-bas.',
  tenFixed: '{{ten}}, c’est {{stretch}} vers un fixe là-bas.',
  textThere: 'Un SMS coûte {{price}} par partie.',
  pricesMissing: 'Impossible de charger les tarifs pour le moment. Le téléphone les affiche avant chaque appel.',
  noPrice: 'sans tarif',
  checkLabel: 'Ou vérifiez un numéro, sans compte',
  receiptTitle: 'Un appel, jusque dans le détail',
  receiptLead: 'Un exemple avec un tarif réel : un mobile ({{country}}), trois minutes et vingt-quatre secondes.',
  before: 'Avant',
  beforeLine: '{{country}}, mobile',
  beforePrice: '{{price}} la minute',
  beforeNote: 'Le tarif est figé quand l’appel est autorisé. Une grille plus récente n’y change rien.',
  during: 'Pendant',
  duringLine: '3:24 en ligne',
  duringPrice: '{{price}} jusqu’ici',
  duringNote:
    'Une minute avant la fin de votre crédit, vous entendez un avertissement. Ajoutez du crédit, et l’appel continue.',
  after: 'Après',
  afterLine: 'Vous avez raccroché',
  afterPrice: 'Facturé : {{price}}',
  afterNote: 'Facturé par paliers de {{first}} s, puis de {{next}} s. Tout le monde peut refaire le calcul.',
  afterNoteEven: 'Facturé par paliers de {{next}} s. Tout le monde peut refaire le calcul.',
  featuresTitle: 'Nos engagements',
  countriesTitle_one: '{{count}} pays dans nos tarifs',
  countriesTitle_many: '{{count}} pays et territoires dans nos tarifs',
  countriesTitle_other: '{{count}} pays et territoires dans nos tarifs',
  countriesTitleUnknown: 'Tous les pays de la grille tarifaire',
  countriesBody:
    'Comptés dans la grille qui sert à facturer les appels. Une destination qui n’y figure pas ne peut pas être appelée par erreur.',
  encryptedTitle: 'Chiffré dès votre navigateur',
  encryptedBody:
    'Votre voix voyage chiffrée du navigateur jusqu’à notre système, du même type que celui des opérateurs. Au-delà commence le réseau téléphonique ordinaire, qui n’est pas chiffré.',
  payTitle: 'Payez ce que vous utilisez',
  payBody:
    'Pas de frais de connexion qui ne soient pas affichés à côté du tarif, pas de minimum mensuel, pas de crédit qui expire. Même cinquante appels simultanés avec un dollar ne peuvent pas passer sous zéro.',
  trialTitle: 'Un essai qui sonne',
  trialBody:
    'Un nouveau compte appelle notre réseau d’essai : des numéros qui répondent et parlent, sont occupés, refusent ou ne décrochent jamais. C’est une simulation, et c’est indiqué.',
  explainTitle: 'Chaque appel expliqué',
  explainBody:
    'Qui, vers où, combien de temps, à quel prix et pourquoi il s’est terminé : une phrase pour chaque point, conservée dans votre historique.',
  comparisonsTitle: 'Ce que le prépayé a réservé à d’autres',
  elsewhere: 'Ailleurs',
  compareHere: 'Ici',
  minutesCompared: 'Les minutes que vous payez',
  minutesElsewhere:
    'Avant de poursuivre deux distributeurs de cartes d’appel, l’autorité américaine a testé leurs cartes : en moyenne, celles de l’un donnaient moins de 43 % des minutes annoncées, celles de l’autre 50,4 %.',
  minutesHere:
    'Avant chaque appel, vous voyez combien de temps dure votre solde, calculé au tarif qui vous est facturé.',
  feesCompared: 'Des frais après l’appel',
  feesElsewhere:
    'Parmi les plaintes fréquentes sur les cartes d’appel, une autre autorité américaine cite des frais non annoncés, prélevés après l’appel ou pour la tenue de la carte.',
  feesHere: 'Un prix par appel et un reçu qui montre tout le calcul. Rien n’est prélevé ensuite.',
  unusedCompared: 'Le crédit auquel on ne touche pas',
  unusedElsewhere:
    'Un réseau britannique gardait le crédit des téléphones prépayés restés 180 jours sans usage. D’autres le faisaient après 70 jours.',
  unusedHere:
    'L’argent que vous ajoutez reste à vous jusqu’à ce que vous l’utilisiez, et le reste peut être remboursé.',
  closingTitle: 'Le premier appel prend environ une minute.',
  closingBody: 'Inscrivez-vous, tapez un numéro comme vous en avez l’habitude et écoutez-le sonner.',
  signUp: 'Créer un compte',
  hearNow: 'Écoutez tout de suite',
  hearNote:
    '« Écoutez tout de suite » est un appel gratuit à notre écho : vous parlez et vous vous entendez, sans compte.',
  questionsTitle: 'Ce qu’on demande d’abord',
  appQ: 'Faut-il une application ?',
  appA: 'Non. Farline fonctionne dans votre navigateur, sur un ordinateur ou un téléphone, et il n’y a rien à installer.',
  needQ: 'De quoi ai-je besoin ?',
  needA:
    'D’un navigateur récent, d’un micro et d’une connexion internet. « Écoutez tout de suite » vous dit si les vôtres permettent d’appeler.',
  shownQ: 'Mon numéro est-il affiché ?',
  shownA:
    'La personne que vous appelez voit un numéro à vous : un que vous avez ici, ou un que vous avez ailleurs et dont vous avez prouvé qu’il est à vous. Vous pouvez le masquer dans les Réglages.',
  costQ: 'Que coûte exactement un appel, et est-ce arrondi ?',
  costA:
    'Ce que le téléphone affiche avant l’appel, et rien si personne ne répond. Le temps est compté par les paliers indiqués avec le prix, et le total est arrondi une seule fois, à la fin, à la sixième décimale supérieure.',
  expireQ: 'Le crédit inutilisé expire-t-il ?',
  expireA:
    'Non, l’argent que vous ajoutez reste jusqu’à ce que vous l’utilisiez. Seuls les minutes et les messages compris dans un forfait se terminent avec le mois.',
  emergencyQ: 'Puis-je appeler les numéros d’urgence ?',
  emergencyA:
    'Non. Les services d’urgence comme le 112, le 911 ou le 999 ne sont pas joignables d’ici : gardez un autre téléphone à portée de main.',
  sipQ: 'Puis-je utiliser mon téléphone SIP ?',
  sipA: 'Oui, un téléphone de bureau ou une application SIP : Réglages, Téléphones SIP crée un identifiant et un mot de passe pour chacun. Cette page indique aussi si les téléphones peuvent déjà s’enregistrer ici.',
  backQ: 'Comment récupérer mon argent ?',
  backA:
    'Sous Facturation, Paiements, vous pouvez faire rembourser le crédit inutilisé sur les paiements dont il vient. Le crédit d’essai n’est pas de l’argent et n’est pas versé.',
  questionsMore: 'Plus de réponses',
};
