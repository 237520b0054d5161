export const callerDoubt = {
  failed_check: 'Possivelmente falsificado: a operadora verificou este número, e ele não é de quem está ligando.',
  called_number: 'Possivelmente falsificado: é o próprio número chamado.',
  own_number: 'Possivelmente falsificado: este número é de alguém daqui que não está ligando agora.',
  no_such_number: 'Possivelmente falsificado: este número não existe.',
  neighbour: 'Possivelmente falsificado: só os últimos dígitos diferem do seu, e você não conhece este número.',
  blocked: 'Você bloqueou este número.',
};
