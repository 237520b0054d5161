export const auth = {
  signInTitle: 'Se connecter',
  signIn: 'Se connecter',
  signUpTitle: 'Créez votre compte',
};
