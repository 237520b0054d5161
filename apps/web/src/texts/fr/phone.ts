export const phone = {
  cancel: 'Annuler',
  tryAgain: 'Réessayer',
  signIn: 'Se connecter',
};
