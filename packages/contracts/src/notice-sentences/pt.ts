import type { NoticeSentences } from '../notice-sentence.ts';

export const noticeSentences: NoticeSentences = {
  text_low_balance: 'Seu saldo é de {{balance}}, abaixo do seu limite de {{mark}}.',
  text_call_out_of_credit: 'Sua chamada para {{to}} foi recusada: seu saldo não a paga.',
  text_call_missed: 'Você perdeu uma chamada de {{from}}.',
  text_call_missed_unknown: 'Você perdeu uma chamada de alguém que não mostra o número.',
  text_voicemail_received: 'Você tem uma mensagem de voz de {{from}} ({{duration}}).',
  text_voicemail_received_unknown: 'Você tem uma mensagem de voz de alguém que não mostra o número ({{duration}}).',
  text_message_received: 'Você tem uma nova mensagem de {{from}}.',
  text_scheduled_failed: 'Sua mensagem agendada para {{to}} não foi enviada. A conversa diz por quê.',
  text_scheduled_failed_credit: 'Sua mensagem agendada para {{to}} não foi enviada: seu saldo não a paga.',
  text_scheduled_failed_limit:
    'Sua mensagem agendada para {{to}} não foi enviada: ela passaria de um limite de gastos.',
  text_scheduled_failed_price:
    'Sua mensagem agendada para {{to}} não foi enviada: o preço subiu desde que você a agendou.',
  text_scheduled_failed_opted_out: 'Sua mensagem agendada para {{to}} não foi enviada: esta pessoa respondeu STOP.',
  text_broadcast_paused: 'Sua transmissão “{{name}}” está pausada. A página dela diz por quê.',
  text_broadcast_paused_credit:
    'Sua transmissão “{{name}}” está pausada: seu saldo não paga a próxima mensagem. Adicione saldo e retome-a.',
  text_broadcast_paused_limit: 'Sua transmissão “{{name}}” está pausada: ela chegou a um limite de gastos.',
  text_broadcast_paused_price: 'Sua transmissão “{{name}}” está pausada: um preço subiu. Veja o novo custo e retome-a.',
  text_broadcast_completed: 'Sua transmissão “{{name}}” terminou. O relatório está pronto.',
  text_call_cut_off: 'Sua chamada para {{to}} foi encerrada após {{duration}}: o crédito acabou.',
  text_call_stopped_by_limit: 'Um limite parou sua chamada para {{to}}: {{reason}}',
  text_payment_failed: 'Seu pagamento de {{amount}} falhou. Nada foi cobrado.',
  text_payment_disputed: 'Seu banco retomou um pagamento de {{amount}}. Seu saldo não cobriu {{owed}}, que você deve.',
  text_payment_disputed_covered: 'Seu banco retomou um pagamento de {{amount}}. Ele foi retirado do seu saldo.',
  text_dispute_won: 'A disputa sobre {{amount}} foi decidida a nosso favor: o dinheiro está de novo no seu saldo.',
  text_dispute_lost: 'A disputa sobre {{amount}} foi decidida a seu favor: seu banco fica com o dinheiro.',
  text_refund_failed: '{{amount}} não puderam ser devolvidos: estão de novo no seu saldo.',
  text_payment_method_expires: '{{label}} vale até o fim de {{month}}. Adicione outro antes que expire.',
  text_auto_payment_failed: 'A recarga automática de {{amount}} falhou: o cartão foi recusado. Nada foi cobrado.',
  text_auto_top_up_done: 'A recarga automática adicionou {{amount}} ao seu saldo.',
  text_stopped_declined: 'A recarga automática parou porque o cartão foi recusado.',
  text_stopped_unusual_spending: 'A recarga automática parou por causa de um gasto incomum.',
  text_stopped_daily_cap: 'A recarga automática atingiu o teto de hoje. Continua amanhã.',
  text_stopped_no_method: 'A recarga automática parou porque não há cartão para cobrar.',
  text_plan_renewed: 'Seu plano {{plan}} foi renovado até {{until}} por {{price}}.',
  text_plan_renewal_failed:
    'Seu saldo não cobre {{price}} do seu plano {{plan}}. Ele continua até {{until}}; adicione saldo até lá.',
  text_plan_ended_unpaid: 'Seu plano {{plan}} terminou porque não foi pago. Agora você paga pelo uso.',
  text_plan_ended_cancelled: 'Seu plano {{plan}} terminou. Agora você paga pelo uso.',
  text_number_due:
    'Seu saldo não cobre {{price}} do seu número {{number}}, que será renovado em {{until}}. Adicione saldo antes disso.',
  text_number_renewal_failed:
    'Seu saldo não cobre {{price}} do seu número {{number}}. Ele continua tocando até {{until}}; adicione saldo antes disso para ficar com ele.',
  text_number_ended_unpaid:
    'Seu número {{number}} foi liberado porque não foi pago. Até {{until}}, ninguém mais pode alugá-lo.',
  text_number_ended_released:
    'Seu número {{number}} foi liberado, como você pediu. Até {{until}}, ninguém mais pode alugá-lo.',
  text_number_ended_unpaid_back: 'Seu número {{number}} foi liberado porque não foi pago e voltou para o fornecedor.',
  text_number_ended_released_back: 'Seu número {{number}} foi liberado, como você pediu, e voltou para o fornecedor.',
  text_verified_number_expires:
    'Seu número {{number}} foi verificado há quase um ano. Verifique-o de novo antes de {{until}}, ou suas ligações deixarão de mostrá-lo.',
  text_verified_number_expired:
    'Suas ligações não mostram mais {{number}}: passou um ano desde a verificação. Você pode verificá-lo de novo.',
  text_verified_number_verified: 'Suas ligações não mostram mais {{number}}: outra pessoa provou que ele é dela.',
  text_verified_number_rented: 'Suas ligações não mostram mais {{number}}: alguém o aluga aqui.',
  text_unusual_spending:
    '{{spent}} foram gastos em uma hora: mais de três vezes sua hora mais cara dos últimos 30 dias ({{usual}}).',
  text_password_changed: 'Sua senha foi alterada a partir de {{address}}.',
  text_email_changed: 'O endereço da sua conta agora é {{email}}, alterado a partir de {{address}}.',
  text_new_device:
    'Alguém entrou com {{device}} a partir de {{address}}, nunca visto antes. Se não foi você, encerre essa sessão e mude sua senha.',
  text_new_sip_phone:
    'O telefone SIP “{{name}}” foi adicionado à sua conta a partir de {{address}}. Ele liga com o seu saldo.',
};
