import type { NoticeSentences } from '../notice-sentence.ts';

export const noticeSentences: NoticeSentences = {
  text_low_balance: 'Seu saldo é de {{balance}}, abaixo do seu limite de aviso de {{mark}}.',
  text_call_out_of_credit: 'Sua chamada para {{to}} não foi feita: seu saldo não a cobre.',
  text_call_missed: 'Você perdeu uma chamada de {{from}}.',
  text_call_missed_unknown: 'Você perdeu uma chamada de um número oculto.',
  text_voicemail_received: 'Você tem uma mensagem de voz de {{from}} ({{duration}}).',
  text_voicemail_received_unknown: 'Você tem uma mensagem de voz de um número oculto ({{duration}}).',
  text_message_received: 'Você tem uma nova mensagem de {{from}}.',
  text_scheduled_failed: 'Sua mensagem agendada para {{to}} não foi enviada. O motivo está na conversa.',
  text_scheduled_failed_credit: 'Sua mensagem agendada para {{to}} não foi enviada: seu saldo não a cobre.',
  text_scheduled_failed_limit: 'Sua mensagem agendada para {{to}} não foi enviada: ultrapassaria um limite de gastos.',
  text_scheduled_failed_price:
    'Sua mensagem agendada para {{to}} não foi enviada: o preço subiu desde que você a agendou.',
  text_scheduled_failed_opted_out: 'Sua mensagem agendada para {{to}} não foi enviada: esta pessoa respondeu STOP.',
  text_keyword_unanswered: '{{from}} escreveu {{word}} e não recebeu resposta: nenhuma pôde ser enviada.',
  text_keyword_unanswered_credit: '{{from}} escreveu {{word}} e não recebeu resposta: seu saldo não a cobre.',
  text_keyword_unanswered_limit:
    '{{from}} escreveu {{word}} e não recebeu resposta: enviá-la ultrapassaria um limite de gastos.',
  text_broadcast_paused: 'Sua transmissão “{{name}}” está pausada. O motivo está na página dela.',
  text_broadcast_paused_credit:
    'Sua transmissão “{{name}}” está pausada: seu saldo não cobre a próxima mensagem. Adicione saldo e retome-a.',
  text_broadcast_paused_limit: 'Sua transmissão “{{name}}” está pausada: atingiu um limite de gastos.',
  text_broadcast_paused_price: 'Sua transmissão “{{name}}” está pausada: um preço subiu. Veja o novo custo e retome-a.',
  text_broadcast_completed: 'Sua transmissão “{{name}}” foi concluída. O relatório está pronto.',
  text_call_cut_off: 'Sua chamada para {{to}} terminou após {{duration}} porque seu saldo acabou.',
  text_call_stopped_by_limit: 'Uma chamada para {{to}} foi barrada. {{reason}}',
  text_payment_failed: 'Seu pagamento de {{amount}} não foi aprovado. Nada foi cobrado.',
  text_payment_disputed:
    'Seu banco estornou seu pagamento de {{amount}} e está analisando o caso. Você deve {{owed}}: não é possível ligar antes de pagar.',
  text_payment_disputed_covered:
    'Seu banco estornou seu pagamento de {{amount}} e está analisando o caso. O valor foi descontado do seu saldo.',
  text_dispute_won: 'Seu banco decidiu: {{amount}} estão de novo no seu saldo.',
  text_dispute_lost: 'Seu banco decidiu: {{amount}} voltaram para você e ficam fora do seu saldo.',
  text_refund_failed: 'Não foi possível devolver {{amount}} ao seu cartão. O valor está de novo no seu saldo.',
  text_payment_method_expires: 'Seu cartão {{label}} vale até o fim de {{month}}. Adicione outro antes disso.',
  text_auto_payment_failed: 'A recarga automática de {{amount}} falhou: o cartão foi recusado. Nada foi cobrado.',
  text_auto_top_up_done: 'A recarga automática adicionou {{amount}} ao seu saldo.',
  text_stopped_declined:
    'A recarga automática parou porque o cartão foi recusado. Escolha outro cartão e ative-a de novo.',
  text_stopped_unusual_spending:
    'A recarga automática parou por causa de um gasto incomum. Confira suas chamadas e ative-a de novo.',
  text_stopped_daily_cap: 'A recarga automática atingiu o máximo de hoje. Ela continua amanhã.',
  text_stopped_no_method:
    'A recarga automática parou porque não há nenhum meio de pagamento salvo. Adicione um e ative-a de novo.',
  text_stopped_refunded:
    'A recarga automática parou porque houve um reembolso. Ative-a de novo se quiser continuar a usá-la.',
  text_plan_renewed: 'Seu plano {{plan}} foi renovado até {{until}} por {{price}}.',
  text_plan_renewal_failed:
    'Seu saldo não cobre os {{price}} do seu plano {{plan}}. Ele continua até {{until}}; adicione saldo até lá.',
  text_plan_renewal_failed_disputed:
    'Seu saldo não cobre os {{price}} do seu plano {{plan}}, e seu cartão não foi cobrado porque seu banco estornou um dos seus pagamentos. O plano continua até {{until}}; adicione saldo até lá.',
  text_plan_ended_unpaid: 'Seu plano {{plan}} terminou porque não foi pago. Agora você paga só o que usar.',
  text_plan_ended_cancelled: 'Seu plano {{plan}} terminou. Agora você paga só o que usar.',
  text_number_due:
    'Seu saldo não cobre os {{price}} do seu número {{number}}, que será renovado em {{until}}. Adicione saldo antes disso.',
  text_number_renewal_failed:
    'Seu saldo não cobre os {{price}} do seu número {{number}}. Ele continua tocando até {{until}}; adicione saldo antes disso para não perdê-lo.',
  text_number_ended_unpaid:
    'Você não tem mais o número {{number}}, porque ele não foi pago. Até {{until}}, ninguém mais pode alugá-lo.',
  text_number_ended_released:
    'Seu número {{number}} foi devolvido, como você pediu. Até {{until}}, ninguém mais pode alugá-lo.',
  text_number_ended_unpaid_back: 'Você não tem mais o número {{number}}: ele não foi pago e voltou para o fornecedor.',
  text_number_ended_released_back: 'Seu número {{number}} foi devolvido ao fornecedor, como você pediu.',
  text_number_order_failed_gone:
    'Não foi possível alugar {{number}}: o número não está mais disponível. O valor reservado de {{price}} está livre de novo no seu saldo.',
  text_number_order_failed_documents:
    'Seu pedido do número {{number}} foi cancelado: o fornecedor pede documentos para este número. O valor reservado de {{price}} está livre de novo no seu saldo.',
  text_number_order_failed_unavailable:
    'Não foi possível alugar {{number}}: o fornecedor não confirmou o pedido a tempo. O valor reservado de {{price}} está livre de novo no seu saldo.',
  text_verified_number_expires:
    'Seu número {{number}} foi verificado há quase um ano. Verifique-o de novo antes de {{until}}, ou suas chamadas deixarão de mostrá-lo.',
  text_verified_number_expired:
    'Suas chamadas não mostram mais {{number}}: passou um ano desde a verificação. Você pode verificá-lo de novo.',
  text_verified_number_verified: 'Suas chamadas não mostram mais {{number}}: outra pessoa provou que o número é dela.',
  text_verified_number_rented: 'Suas chamadas não mostram mais {{number}}: alguém o aluga aqui.',
  text_unusual_spending:
    'Em uma hora, foram gastos {{spent}}: mais de três vezes a sua hora mais cara dos últimos 30 dias ({{usual}}).',
  text_password_changed: 'Sua senha foi alterada a partir de {{address}}.',
  text_email_changed: 'Seu endereço de e-mail foi alterado para {{email}} a partir de {{address}}.',
  text_new_device: 'Alguém entrou na sua conta com {{device}} a partir de {{address}}.',
  text_new_sip_phone:
    'O telefone SIP “{{name}}” foi adicionado à sua conta a partir de {{address}}. Ele faz chamadas com o seu saldo.',
  text_new_forward:
    'Alguém, a partir de {{address}}, configurou seu número {{number}} para encaminhar chamadas para {{telephones}}.',
};
