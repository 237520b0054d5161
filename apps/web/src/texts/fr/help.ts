export const help = {
  pageTitle: 'Aide',
  lead: 'Des réponses courtes à ce que l’on demande. Chaque chiffre est celui avec lequel ce service fonctionne vraiment.',
  contents: 'Sur cette page',
  callTitle: 'Comment appeler quelqu’un ?',
  call1:
    'Connectez-vous et saisissez le numéro dans le téléphone : comme vous le composeriez chez vous, ou avec son indicatif, comme +44 7700 900123, ou précédé de 00. Le drapeau du champ indique le pays qui compte comme le vôtre ; appuyez dessus pour en choisir un autre. Le pays, le tarif à la minute et la durée de votre solde s’affichent avant que vous n’appuyiez sur Appeler.',
  call2:
    'Votre navigateur demande le micro au premier appel. Pendant l’appel, vous voyez le temps, ce qu’il a coûté jusqu’ici et la qualité de la connexion. Vous pouvez ouvrir d’autres pages de Farline ; l’appel continue. Recharger la page y met fin, après un avertissement.',
  call3:
    'Les services d’urgence comme le 112, le 911 ou le 999 ne sont pas joignables d’ici. Gardez un autre téléphone à portée de main.',
  moneyTitle: 'Que coûte un appel ?',
  money1:
    'Ce que le téléphone affiche avant l’appel. Le prix est figé quand l’appel est autorisé et reste, même si les tarifs changent entre-temps. Vous ne payez que le temps répondu : un appel occupé, refusé ou sans réponse ne coûte rien.',
  money2:
    'Le temps est facturé par les paliers indiqués à côté du prix et arrondi une seule fois, à la fin. La page de chaque appel montre le calcul ligne par ligne. Raccrocher ne coûte rien, et le crédit n’expire pas.',
  money3:
    'Pendant un appel, une partie de votre solde lui est réservée, si bien que plusieurs appels à la fois ne dépensent jamais plus que ce que vous avez. Une minute avant la fin du crédit, vous entendez un mot ; ce qui n’est pas utilisé redevient libre à la fin de l’appel.',
  moneyLink: 'Voir tous les tarifs',
  simulatedTitle: 'Qu’est-ce qui est simulé ici ?',
  simulated1:
    'Un nouveau compte appelle un réseau d’entraînement. Il sonne, répond, parle, est occupé ou échoue comme le réseau téléphonique, sans en être un : aucun vrai téléphone ne sonne. Votre crédit d’essai s’y dépense aux vrais tarifs. Les vrais téléphones sont joignables dès qu’un paiement est en règle ou que l’exploitant a ouvert votre compte.',
  simulated2:
    'Dans le test WebRTC, Connecter est simulé et le dit ; le test en direct à côté est un vrai appel par le moteur téléphonique. Le simulateur de cartes d’appel joue ses annonces sans ligne téléphonique.',
  simulatedLink: 'Test WebRTC',
  simulatedCards: 'Simulateur de cartes d’appel',
  soundTitle: 'Personne ne m’entend, ou je n’entends rien',
  sound1:
    'Si le navigateur a refusé le micro, autorisez-le par l’icône de la barre d’adresse et rappelez. Les navigateurs donnent le micro aux pages en https et à cette machine sous le nom localhost, à personne d’autre.',
  sound2:
    'Choisissez le micro et le haut-parleur dans Réglages, sous Son ; la barre y montre si l’on vous entend. Appelez ensuite le test d’écho, *43 : il est gratuit, et vous vous entendez.',
  sound3:
    'Si cela grésille ou s’arrête, regardez les barres pendant l’appel : elles mesurent la perte et le délai. Un câble vaut mieux que le sans-fil, et un réseau sans pare-feu strict vaut mieux qu’un réseau qui en a un.',
  soundLink: 'Réglages du son',
  keysTitle: 'Puis-je utiliser le clavier ?',
  keys1:
    'Oui, pour tout. Dans le téléphone : tapez les chiffres, Entrée appelle. Pendant un appel, les touches de chiffres, * et # sont envoyées comme tonalités. Dans les listes, les flèches déplacent, Entrée ouvre, Échap ferme.',
  sipTitle: 'Puis-je utiliser un téléphone de bureau ou une application ?',
  sip1: 'Avec un téléphone SIP, oui : Réglages, Téléphones SIP crée pour chacun un identifiant et un mot de passe, affichés une fois, avec le serveur et le domaine à saisir. Si cette page dit que l’enregistrement n’est pas encore activé ici, les identifiants attendent qu’il le soit.',
  sipLink: 'Téléphones SIP',
  safeTitle: 'Comment mon compte est-il protégé ?',
  safe1:
    'Réglages, Sécurité montre où vous êtes connecté et déconnecte ce que vous ne reconnaissez pas. Une connexion sur un nouvel appareil et un changement de mot de passe ou d’adresse sont annoncés sous la cloche et par e-mail. Les types de numéros coûteux sont bloqués tant qu’ils ne sont pas ouverts pour votre compte.',
  safeLink: 'Réglages de sécurité',
  leaveTitle: 'Comment emporter mes données, ou partir ?',
  leave1:
    'Réglages, Vos données : tout ce qui est gardé sur vous en un fichier, et la fin de votre compte. Avant de le fermer, la page vous dit ce qui reste sur votre solde.',
  brokenTitle: 'Quelque chose ne marche pas',
  broken1:
    'La page d’état dit ce qui répond et ce qui ne répond pas, d’après les mesures. Si tout répond et que cela échoue encore, dites à la personne qui vous a donné cette adresse ce que vous avez fait et ce que la page a dit.',
  brokenLink: 'État du service',
  brokenApi: 'Test de l’API',
};
