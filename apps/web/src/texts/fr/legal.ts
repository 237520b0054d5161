export const legal = {
  termsTitle: 'Conditions d’utilisation',
  termsLead:
    'Farline est un logiciel que chacun peut héberger. Le contrat vous lie à {{operator}}. Voici les conditions que le logiciel lui-même respecte.',
  whoever: 'la personne qui gère ce service',
  termsPayTitle: 'Paiement',
  termsPay:
    'Les appels sont payés sur votre solde, à l’avance. Le tarif qu’affiche le téléphone est figé quand l’appel est autorisé ; l’appel est facturé à ce tarif, selon les paliers indiqués à côté, et arrondi une seule fois à la fin. Un appel sans réponse ne coûte rien. Des frais de connexion ne sont dus que là où ils sont affichés. Il n’y a pas de frais de fin d’appel, et le crédit n’expire pas.',
  termsTrialTitle: 'Crédit d’essai',
  termsTrial:
    'Un nouveau compte peut recevoir un crédit d’essai à la confirmation de son adresse, une fois par personne. Il ne sert que sur le réseau d’essai, qui se comporte comme un réseau téléphonique sans en être un ; ce n’est pas de l’argent et il n’est pas remboursable.',
  termsUseTitle: 'Utilisation',
  termsUse:
    'Appelez des personnes qui veulent l’être, n’affichez que des numéros qui sont à vous, et gardez votre mot de passe pour vous. Les appels vers des destinations coûteuses restent bloqués tant que votre compte n’y a pas accès.',
  termsEmergencyTitle: 'Pas d’appels d’urgence',
  termsEmergency:
    'Farline ne peut pas joindre les services d’urgence comme le 112, le 911 ou le 999. Gardez un autre téléphone à portée de main.',
  termsEndTitle: 'Fin du contrat',
  termsEnd: 'Vous pouvez arrêter à tout moment. L’exploitant peut fermer un compte utilisé pour nuire à autrui.',
  privacyTitle: 'Confidentialité',
  privacyLead: 'Ce que ce logiciel garde sur vous, et ce qu’il ne garde pas.',
  privacyKeptTitle: 'Ce qui est gardé',
  privacyKept:
    'Votre nom, votre adresse e-mail et, si vous les avez donnés, votre numéro de téléphone et une photo. Votre mot de passe, seulement sous forme d’empreinte irréversible ; vos clés d’accès, le secret de votre application d’authentification et ce qui sert à vérifier les mots de passe de vos téléphones SIP. Pour chaque appel : les numéros, les heures, la façon dont il s’est terminé, la qualité du son, la ligne qui l’a acheminé et son prix. Vos paiements, factures et reçus, avec l’adresse et le numéro fiscal donnés pour eux ; d’une carte enregistrée, la marque, les quatre derniers chiffres et la date d’expiration. Les empreintes du code et du lien qui confirment votre adresse, jusqu’à leur utilisation ou pendant un jour ; un compte dont personne ne confirme l’adresse en une semaine est fermé, et son nom et son adresse sont effacés. Pour n’offrir le crédit d’essai qu’une fois par personne : les empreintes de l’adresse, du navigateur et de la carte. Pour les messages : ce qu’ils disent, avec qui vous les échangez et ce qu’ils sont devenus. Les messages vocaux qu’on vous laisse, avec leur son, jusqu’à ce que vous les supprimiez. Vos contacts, avec vos notes. Les annonces que vous avez enregistrées. Vos numéros d’ailleurs, et l’empreinte du code qui les a vérifiés. Pour les notifications, les adresses de vos navigateurs et applications SIP auprès de leurs services de notification.',
  privacyAccessTitle: 'D’où vous vous connectez',
  privacyAccess:
    'Pour chaque connexion : votre adresse réseau et le nom que donne votre navigateur. L’adresse est aussi gardée avec les changements importants de votre compte, et figure dans la notification et l’e-mail sur une nouvelle connexion. Ces données restent après la fermeture du compte.',
  privacyNotTitle: 'Ce qui n’est pas gardé',
  privacyNot:
    'Les appels ne sont ni enregistrés ni écoutés ; d’un message vocal, seul ce que laisse l’appelant est conservé. Il n’y a sur ces pages ni traceurs, ni publicité, ni polices ou scripts d’autres entreprises. La personne que vous appelez ne voit jamais votre adresse IP.',
  privacyBrowserTitle: 'Dans votre navigateur',
  privacyBrowser:
    'Un jeton dans le stockage local et un cookie que seul notre serveur peut lire vous gardent connecté. Sauf si vous avez décoché « Se souvenir de moi », ce que vous avez vu en dernier est gardé aussi, pour les moments sans réseau : votre profil, votre solde, votre consommation, vos derniers appels et vos contacts. Si vous l’avez décoché, un autre cookie fait que la session se termine avec le navigateur. Les messages pas encore envoyés, les brouillons non enregistrés et l’affichage de vos listes attendent dans le stockage local. La déconnexion efface tout cela. Ce que vous avez choisi pour ce navigateur reste : le thème, la langue, les périphériques audio, les notifications, si le téléphone reste ouvert et si votre numéro est masqué ; de même les identifiants de vos deux premiers appels. Encore un cookie, gardé 400 jours, indique que ce navigateur a déjà ouvert un compte, pour n’offrir le crédit d’essai qu’une fois.',
  privacyOthersTitle: 'Qui d’autre voit quelque chose',
  privacyOthers:
    'L’opérateur qui achemine un appel voit le numéro que vous composez et celui que vous affichez. L’exploitant peut voir les données ci-dessus. L’opérateur qui achemine un message le lit aussi. Si ce site peut vous envoyer des notifications, le service de votre navigateur les transmet chiffrées et ne peut pas les lire. Toute personne qui a le lien d’un message vocal que vous avez partagé l’entend, et voit qui a appelé si vous l’avez choisi. « Tester les capacités WebRTC » interroge un serveur STUN public de Google, qui voit alors votre adresse réseau.',
  privacyTranscriptTitle: 'Transcription des messages vocaux',
  privacyTranscriptElsewhere:
    'Ce service envoie le son des messages vocaux à {{host}}, qui transcrit ce qui a été dit et le renvoie. Ce que {{host}} en conserve figure dans ses propres conditions. La transcription est conservée ici avec le message et supprimée avec lui.',
  privacyTranscriptHere:
    'Un programme sur la même machine que ce service transcrit ce qui a été dit dans les messages vocaux. La transcription est conservée avec le message et supprimée avec lui.',

  whoTitle: 'Qui gère ce service',
  whoEmail: 'Écrivez à {{email}}',
  whoTax: 'Numéro fiscal {{taxId}}',
  whoUnknown: 'La personne qui gère ce service n’a pas dit qui elle est. Ne versez pas d’argent avant de le savoir.',
  whoMissing: 'Impossible de savoir pour l’instant qui gère ce service. Rechargez la page pour réessayer.',
};
