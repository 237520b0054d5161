export const callerDoubt = {
  failed_check: 'Talvez falsificado: a operadora verificou este número, e ele não é de quem liga.',
  called_number: 'Talvez falsificado: é o número para o qual ligaram.',
  own_number: 'Talvez falsificado: este número é de alguém daqui que não está ligando agora.',
  no_such_number: 'Talvez falsificado: esse número não existe.',
  neighbour: 'Talvez falsificado: só os últimos dígitos diferem do seu, e você não o conhece.',
  blocked: 'Você bloqueou este número.',
};
