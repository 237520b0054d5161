export const webrtcTest = {
  signIn: 'Iniciar sesión',
  getStarted: 'Empezar',
};
