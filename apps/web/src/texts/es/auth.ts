export const auth = {
  signInTitle: 'Iniciar sesión',
  signIn: 'Iniciar sesión',
  signUpTitle: 'Crea tu cuenta',
};
