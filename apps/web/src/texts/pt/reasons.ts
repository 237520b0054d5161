/** Why a call ended, by the reason of its record. */
export const reasons = {
  hangup_caller: 'Você desligou.',
  hangup_callee: 'A outra pessoa desligou.',
  ended_by_request: 'Você encerrou a chamada.',
  ended_by_request_unanswered: 'Você cancelou a chamada antes de atenderem.',
  credit_exhausted: 'A chamada terminou porque seu saldo acabou. Adicione saldo para falar mais.',
  out_of_credit: 'Seu saldo não cobre esta chamada. Adicione saldo e ligue de novo.',
  cancelled: 'Você cancelou a chamada antes de atenderem.',
  busy: 'A linha está ocupada. Tente mais tarde.',
  no_answer: 'Ninguém atendeu.',
  no_answer_silent: 'A outra rede não respondeu à chamada. Nada foi cobrado.',
  rejected: 'A outra pessoa recusou a chamada.',
  unallocated: 'Este número não está em uso. Confira e tente de novo.',
  unavailable: 'Não foi possível falar com a pessoa agora: o telefone está desligado ou fora de área.',
  carrier_failure: 'A outra rede não conseguiu completar a chamada. Nada foi cobrado; tente de novo daqui a pouco.',
  trunks_full: 'Todas as linhas para este destino estão ocupadas agora. Nada foi cobrado; tente de novo daqui a pouco.',
  media_lost: 'O som caiu, por isso a chamada foi encerrada.',
  media_failed: 'Não foi possível conectar o som, por isso a chamada foi encerrada.',
  media_lost_unanswered: 'A conexão caiu antes de atenderem. Nada foi cobrado.',
  engine_lost: 'A chamada caiu do nosso lado. Você pagou só pelo tempo em que sabemos que ela funcionou.',
  engine_lost_unanswered: 'A chamada caiu do nosso lado antes de atenderem. Nada foi cobrado.',
  engine_unavailable: 'Nosso sistema telefônico não estava disponível. Nada foi cobrado; tente de novo daqui a pouco.',
  not_placed: 'A chamada não foi feita. Nada foi cobrado.',
  not_allowed: 'Esta chamada não é permitida na sua conta.',
  destination_closed:
    'Chamadas para este tipo de número ficam bloqueadas por serem caras. Você pode desbloqueá-las em Configurações.',
  too_many_calls:
    'Há tantas chamadas ao mesmo tempo quantas seus limites permitem. Encerre uma ou suspenda o limite em Configurações.',
  limit_day:
    'A chamada terminou porque o limite de gastos de hoje foi atingido. Você pode suspendê-lo em Configurações.',
  limit_day_unanswered:
    'A chamada não foi feita: ultrapassaria o limite de gastos de hoje. Você pode suspendê-lo em Configurações.',
  limit_hour:
    'A chamada terminou porque o limite de gastos desta hora foi atingido. Você pode suspendê-lo em Configurações.',
  limit_hour_unanswered:
    'A chamada não foi feita: ultrapassaria o limite de gastos desta hora. Você pode suspendê-lo em Configurações.',
  limit_per_minute:
    'O minuto desta chamada custa mais do que seu limite permite. Você pode desbloquear o destino em Configurações.',
  limit_connection_fee:
    'A taxa de conexão desta chamada é maior do que seu limite permite. Você pode desbloquear o destino em Configurações.',
  limit_new_countries:
    'Por hoje, você já chegou ao máximo de países para os quais nunca tinha ligado. Você pode suspender este limite em Configurações.',
  duration_limit: 'A chamada atingiu sua duração máxima.',
  transfer_over: 'A chamada terminou junto com a outra, à qual uma transferência a uniu.',
  forward_over: 'A chamada terminou porque a outra parte da chamada encaminhada terminou.',
  forward_most: 'A chamada atingiu o valor máximo que você permite para uma chamada encaminhada.',
  forward_loop: 'A chamada não foi encaminhada: voltaria para um número por onde já passou.',
  forward_hangup_caller: 'Quem ligou desligou.',
  forward_cancelled: 'Quem ligou desistiu antes de atenderem.',
  forward_out_of_credit:
    'A chamada não foi encaminhada: seu saldo não a cobre. Adicione saldo para receber as próximas.',
  caller_blocked: 'Você bloqueou quem ligou.',
  possibly_forged: 'O número de quem ligou pode ser falsificado, e este número não aceita chamadas assim.',
  anonymous_refused: 'Quem ligou não mostrou o número, e este número não aceita chamadas assim.',
  do_not_disturb: 'O modo Não perturbe estava ativado.',
  number_closed: 'Foi fora do horário de atendimento do seu número.',
  number_busy: 'O seu número diz a quem liga que está ocupado.',
  message: 'Quem ligou ouviu a sua mensagem.',
  voicemail: 'A chamada foi para o correio de voz.',
  menu: 'Seu menu atendeu a chamada.',
  in_hangup_caller: 'Quem ligou desligou.',
  in_hangup_callee: 'Você desligou.',
  in_cancelled: 'Quem ligou desistiu antes de você atender.',
  in_busy: 'Seu telefone estava ocupado.',
  in_no_answer: 'Ninguém atendeu do seu lado.',
  in_rejected: 'Você recusou a chamada.',
  in_unavailable: 'Nenhuma página estava aberta, e não foi possível chamar nenhum dos seus telefones SIP.',
  in_media_lost: 'O som caiu, por isso a chamada terminou.',
  in_media_failed_unanswered:
    'Seu telefone SIP recusou o som da chamada (488). Permita PCMU ou PCMA nas configurações dele, sem criptografia ou com SRTP (SDES).',
  in_engine_lost: 'A chamada caiu do nosso lado.',
  in_out_of_credit:
    'Seu saldo não cobria uma chamada para este número, por isso ele não tocou. Adicione saldo para que possam ligar para você.',
  in_too_many_calls: 'Havia tantas chamadas ao mesmo tempo quantas seus limites permitem, por isso esta não tocou.',
  in_limit_day: 'O limite de gastos de hoje não cobre mais esta chamada. Você pode suspendê-lo em Configurações.',
  in_limit_hour: 'O limite de gastos desta hora não cobre mais esta chamada. Você pode suspendê-lo em Configurações.',
  in_limit_per_minute:
    'O minuto de uma chamada para este número custa mais do que seu limite permite, por isso ele não tocou.',
};
