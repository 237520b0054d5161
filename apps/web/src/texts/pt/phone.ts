export const phone = {
  cancel: 'Cancelar',
  tryAgain: 'Tentar de novo',
  signIn: 'Entrar',
};
