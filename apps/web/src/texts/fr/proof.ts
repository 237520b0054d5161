export const proof = {
  title: 'Confirmez que c’est bien vous',
  leadPassword:
    'Cette action pourrait vous coûter de l’argent ou votre compte : saisissez votre mot de passe. Nous ne vous le redemanderons pas pendant dix minutes.',
  leadFactor:
    'Cette action pourrait vous coûter de l’argent ou votre compte. Nous ne vous redemanderons rien pendant dix minutes.',
  secondStep: 'Deuxième étape',
  secondStepLead: 'Votre mot de passe est correct. Confirmez maintenant que c’est bien vous.',
  startAgain: 'Se connecter avec un autre compte',
  signInWithPasskey: 'Continuer avec une clé d’accès',
  usePasskey: 'Utiliser une clé d’accès',
  passkeyLead: 'Votre navigateur demande votre empreinte, votre visage, un code PIN ou votre clé de sécurité.',
  appCode: 'Code de votre application d’authentification',
  appCodeHint: 'Six chiffres. Un nouveau code s’affiche toutes les 30 secondes.',
  recoveryCode: 'Code de secours',
  recoveryCodeHint: 'Chaque code ne sert qu’une fois.',
  password: 'Votre mot de passe',
  goOn: 'Continuer',
  checking: 'Un instant',
  notProved: 'Cela n’a pas été accepté',
  passkey_unsupported:
    'Les clés d’accès ne fonctionnent pas dans ce navigateur ou à cette adresse. Utilisez un autre moyen.',
  passkey_refused: 'Aucune clé d’accès n’a été reçue. Réessayez ou utilisez un autre moyen.',
  passkey_known: 'Cet appareil ou cette clé a déjà une clé d’accès pour votre compte.',
  instead_passkey: 'Utiliser une clé d’accès',
  instead_app: 'Utiliser un code de l’application',
  instead_recovery_code: 'Utiliser un code de secours',
  instead_password: 'Utiliser le mot de passe',
};
