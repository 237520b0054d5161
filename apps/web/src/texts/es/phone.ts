export const phone = {
  cancel: 'Cancelar',
  tryAgain: 'Reintentar',
  signIn: 'Iniciar sesión',
};
