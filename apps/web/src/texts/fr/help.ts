export const help = {
  pageTitle: 'Aide',
  lead: 'Des réponses courtes aux questions courantes.',
  contents: 'Sur cette page',
  callTitle: 'Comment appeler quelqu’un ?',
  call1:
    'Connectez-vous et saisissez le numéro dans le téléphone : comme vous le composeriez chez vous, avec son indicatif, comme +44 7700 900123, ou précédé de 00. Le drapeau du champ indique le pays considéré comme le vôtre ; appuyez dessus pour en choisir un autre. Le pays, le tarif à la minute et le temps de conversation que permet votre solde s’affichent avant que vous appuyiez sur Appeler.',
  call2:
    'Votre navigateur demande l’accès au micro lors du premier appel. Pendant l’appel, vous voyez sa durée, son coût jusqu’ici et la qualité de la connexion. Vous pouvez ouvrir d’autres pages de Farline : l’appel continue. Recharger la page y met fin, après un avertissement.',
  call3:
    'Les services d’urgence comme le 112, le 911 ou le 999 ne sont pas joignables d’ici. Gardez un autre téléphone à portée de main.',
  moneyTitle: 'Que coûte un appel ?',
  money1:
    'Ce que le téléphone affiche avant l’appel. Le prix est figé quand l’appel est autorisé et ne bouge plus, même si les tarifs changent entre-temps. Vous ne payez que les appels aboutis : leur durée et, là où ils sont affichés, des frais de connexion. Un appel occupé, refusé ou sans réponse ne coûte rien.',
  money2:
    'Le temps est facturé selon les paliers indiqués à côté du prix et arrondi une seule fois, à la fin. La page de chaque appel détaille le calcul ligne par ligne. Raccrocher ne coûte rien, et le crédit n’expire pas.',
  money3:
    'Pendant un appel, une partie de votre solde lui est réservée : ainsi, plusieurs appels simultanés ne dépensent jamais plus que ce que vous avez. Peu avant la fin de votre crédit, vous entendez un avertissement ; ce qui n’a pas servi redevient disponible à la fin de l’appel.',
  moneyLink: 'Voir tous les tarifs',
  simulatedTitle: 'Qu’est-ce qui est simulé ici ?',
  simulated1:
    'Un nouveau compte appelle un réseau d’essai. Il sonne, répond, parle, est occupé ou échoue comme le réseau téléphonique, sans en être un : aucun vrai téléphone ne sonne. Le crédit d’essai, si vous en avez, s’y dépense aux vrais tarifs.',
  simulatedReal:
    'Vous pouvez joindre de vrais téléphones dès que l’un de vos paiements est validé ou que l’exploitant a ouvert votre compte.',
  simulatedOnly:
    'D’ici, aucun appel ne joint un vrai téléphone : tous sont des appels d’essai, même après un ajout de crédit.',
  simulated2:
    'Dans le test WebRTC, le bouton Connecter est une simulation et le dit ; le test en direct à côté est un vrai appel par le système téléphonique. Le simulateur de cartes téléphoniques joue ses annonces sans ligne téléphonique.',
  simulatedLink: 'Test WebRTC',
  simulatedCards: 'Simulateur de cartes téléphoniques',
  soundTitle: 'Personne ne m’entend, ou je n’entends rien',
  sound1:
    'Si le navigateur a bloqué le micro, autorisez-le avec l’icône de la barre d’adresse et rappelez. Les navigateurs n’autorisent le micro que sur les pages en https, ou sur l’ordinateur lui-même, à l’adresse localhost.',
  sound2:
    'Choisissez le micro et le haut-parleur dans les réglages, sous Son ; la barre y montre si l’on vous entend. Appelez ensuite le test d’écho, *43 : il est gratuit, et vous vous entendez.',
  sound3:
    'Si le son grésille ou se coupe, regardez les barres pendant l’appel : elles mesurent la perte et le délai. Préférez un câble au sans-fil, et un réseau sans pare-feu strict.',
  soundLink: 'Réglages du son',
  keysTitle: 'Puis-je utiliser le clavier ?',
  keys1:
    'Oui, pour tout. Dans le téléphone : tapez les chiffres, Entrée appelle. Pendant un appel, les touches de chiffres, * et # envoient des tonalités, M coupe le micro, H met en attente, et Échap, deux fois de suite, raccroche. Dans les listes, les flèches ou J et K servent à se déplacer, Entrée ouvre, Échap ferme ce qui est ouvert. / ou Ctrl K (⌘ K sur Mac) recherche tout, et le point d’interrogation affiche tous les raccourcis.',
  sipTitle: 'Puis-je utiliser un téléphone de bureau ou une application ?',
  sip1: 'Avec un téléphone SIP, oui : Réglages, Téléphones SIP crée pour chacun un identifiant et un mot de passe, affichés une seule fois, avec le serveur et le domaine à saisir. Si cette page indique que les téléphones ne peuvent pas encore s’enregistrer ici, les identifiants serviront dès que ce sera possible.',
  sipLink: 'Téléphones SIP',
  safeTitle: 'Comment mon compte est-il protégé ?',
  safe1:
    'Réglages, Sécurité montre où vous êtes connecté et permet de déconnecter ce que vous ne reconnaissez pas. Nous vous signalons, sous la cloche et par e-mail, toute connexion sur un nouvel appareil et tout changement de mot de passe ou d’adresse. Les types de numéros coûteux restent bloqués tant que votre compte n’y a pas accès.',
  safeLink: 'Réglages de sécurité',
  leaveTitle: 'Comment emporter mes données, ou partir ?',
  leave1:
    'Réglages, Vos données : tout ce que nous gardons sur vous dans un seul fichier, et la fermeture de votre compte. Avant de le fermer, la page vous dit ce qu’il reste sur votre solde.',
  brokenTitle: 'Quelque chose ne fonctionne pas',
  broken1:
    'La page d’état dit ce qui fonctionne et ce qui ne fonctionne pas, mesures à l’appui. Si tout fonctionne et que le problème persiste, dites à l’assistance ce que vous avez fait et ce que la page a affiché.',
  brokenLink: 'État du service',
  brokenApi: 'Test de l’API',
};
