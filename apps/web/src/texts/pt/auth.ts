export const auth = {
  signInTitle: 'Entrar',
  signIn: 'Entrar',
  signUpTitle: 'Crie sua conta',
};
