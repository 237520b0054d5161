export const proof = {
  title: 'Confirmez que c’est vous',
  leadPassword:
    'Cela pourrait vous coûter de l’argent ou votre compte : saisissez votre mot de passe. Ensuite, rien d’autre n’est demandé pendant dix minutes.',
  leadFactor:
    'Cela pourrait vous coûter de l’argent ou votre compte. Ensuite, rien d’autre n’est demandé pendant dix minutes.',
  secondStep: 'Deuxième étape',
  secondStepLead: 'Votre mot de passe est bon. Montrez maintenant que c’est vous.',
  startAgain: 'Se connecter avec un autre compte',
  signInWithPasskey: 'Se connecter avec une clé d’accès',
  usePasskey: 'Utiliser une clé d’accès',
  passkeyLead: 'Le navigateur demande votre empreinte, votre visage, un code PIN ou votre clé de sécurité.',
  appCode: 'Code de votre application',
  appCodeHint: 'Six chiffres. Un nouveau code arrive toutes les 30 secondes.',
  recoveryCode: 'Code de secours',
  recoveryCodeHint: 'Chacun sert une fois.',
  password: 'Votre mot de passe',
  goOn: 'Continuer',
  checking: 'Un instant',
  notProved: 'Cela n’a pas été accepté',
  passkey_unsupported:
    'Les clés d’accès ne fonctionnent pas dans ce navigateur ou à cette adresse. Utilisez un autre moyen.',
  passkey_refused: 'Aucune clé d’accès n’est venue. Réessayez ou utilisez un autre moyen.',
  passkey_known: 'Cet appareil ou cette clé a déjà une clé d’accès pour votre compte.',
  instead_passkey: 'Utiliser une clé d’accès',
  instead_app: 'Utiliser un code de l’application',
  instead_recovery_code: 'Utiliser un code de secours',
  instead_password: 'Utiliser le mot de passe',
};
