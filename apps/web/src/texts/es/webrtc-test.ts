export const webrtcTest = {
  part_microphone: 'Micrófono',
  live_starting: 'Esperando tu micrófono',
  signIn: 'Iniciar sesión',
  getStarted: 'Empezar',
  grade_good: 'Bien',
  grade_fair: 'Aceptable',
  grade_poor: 'Mal',
};
