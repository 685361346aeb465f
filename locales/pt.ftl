# Todas as frases que as pessoas leem, em português. Outra língua é outro arquivo ao lado deste, com os mesmos nomes e variáveis.

## A própria língua; a direção é ltr ou rtl

language-name = Português
language-direction = ltr

## Horas e durações

time-days =
    { $n ->
        [0] 0 dias
        [one] 1 dia
       *[other] { $n } dias
    }
time-hours =
    { $n ->
        [0] 0 horas
        [one] 1 hora
       *[other] { $n } horas
    }
time-minutes =
    { $n ->
        [0] 0 minutos
        [one] 1 minuto
       *[other] { $n } minutos
    }
time-seconds =
    { $n ->
        [0] 0 segundos
        [one] 1 segundo
       *[other] { $n } segundos
    }
time-full = { $weekday }, { $day } de { $month } de { $year }, { $time }
time-short = { $weekday }, { $day } de { $month }, { $time }
time-day = { $weekday }, { $day } de { $month }
time-weekday =
    { $n ->
        [1] seg.
        [2] ter.
        [3] qua.
        [4] qui.
        [5] sex.
        [6] sáb.
       *[7] dom.
    }
time-month =
    { $n ->
        [1] janeiro
        [2] fevereiro
        [3] março
        [4] abril
        [5] maio
        [6] junho
        [7] julho
        [8] agosto
        [9] setembro
        [10] outubro
        [11] novembro
       *[12] dezembro
    }

## O que está errado num campo

error-email = Isto não é um endereço de e-mail; deve ser algo como ana@example.org.
error-zone = Isto não é um fuso horário; indique um nome como Europe/Vienna.
error-year = Indique uma data entre os anos 1970 e 9999.
error-instant = Indique data e hora, como 2026-03-04T18:00.
error-skipped = Em { $zone }, os relógios saltam esta hora nessa noite; indique outra.
error-empty = Isto não pode ficar vazio.
error-characters = Há aqui um caractere que não serve (uma quebra de linha ou um caractere invisível).
error-control = Há aqui um caractere invisível que não serve.
error-long = Isto tem { $length } caracteres; cabem no máximo { $most }.
error-boolean = Indique true ou false.
error-number = Indique um número inteiro de { $least } a { $most }.
error-word = “{ $word }” não é nenhuma destas opções: { $allowed }.
error-id = Isto não é um identificador (um UUID).
error-duration = Indique uma duração, como 90m, 24h ou 3d.
error-time = Indique uma hora do dia, como 22:00.
error-window = Uma oferta dura de 1 hora a 7 dias.
error-cutoff-window = Uma última chamada precisa de um prazo para as ofertas; indique um.
error-cutoff-start = A última chamada tem de começar antes do evento.
error-min-window = Isto não pode ser mais longo do que o prazo das ofertas.
error-min-window-most = Isto não pode ser mais longo do que 7 dias.
error-promote-window = Os lugares ou são oferecidos por um tempo ou são dados logo; remova o prazo.
error-promote-tickets = Quando os lugares são bilhetes, não se pode dar um a alguém sem perguntar.
error-quiet-to = Indique quando termina o período de silêncio, ou deixe os dois campos vazios.
error-quiet-from = Indique quando começa o período de silêncio, ou deixe os dois campos vazios.
error-quiet-same = O período de silêncio termina a uma hora diferente daquela em que começa.
error-deadline-past = O prazo tem de estar no futuro.
error-deadline-late = O prazo não pode ir além do fim das inscrições.
error-sheet-utf8 = Este arquivo não é texto UTF-8. Grave-o como “CSV UTF-8”.
error-sheet-header = Não foi possível ler a primeira linha.
error-sheet-name = Na primeira linha não há nenhuma coluna “name”.
error-sheet-email = Na primeira linha não há nenhuma coluna “email”.
error-sheet-line = Não foi possível ler a linha { $line }; procure aspas por fechar.
error-sheet-rows = Um arquivo pode ter no máximo { $most } linhas; divida-o.
error-row-name = Nome: { $wrong }
error-row-email = E-mail: { $wrong }
error-row-party = Tamanho do grupo: { $wrong }
error-row-joined = Hora de entrada: { $wrong }
error-slug-event = Outro evento da organização já tem este endereço.
error-too-far = Isto fica longe demais.
error-slug = Use letras minúsculas, algarismos e hífenes simples, no máximo 80.
error-slug-organization = Outra organização já tem este endereço.
error-account-exists = Este endereço já tem uma conta.
error-not-yet = Isto ainda não está disponível; deixe como está.
error-ends = O evento tem de terminar depois de começar.
error-registration-deadline = As inscrições têm de terminar antes do início do evento.
error-slug-kept = Um evento mantém o endereço, para que os links continuem a funcionar.
error-deadline-later = Indique um prazo posterior ao atual.
error-rank = Ninguém na fila tem este número.
error-party-most =
    { $most ->
        [one] Só há lugares individuais; não se pode vir em grupo.
       *[other] Podem vir no máximo { $most } pessoas juntas.
    }
error-party-capacity = Lugares neste evento: apenas { $capacity }.
error-future = Isto fica no futuro.
error-password-short = Use pelo menos { $least } caracteres.
error-password-long = Use no máximo { $most } caracteres.
error-field = Envie este campo uma só vez, como texto.
error-file = Escolha um arquivo.
error-target = Indique antes de que número da fila, ou “end”.
error-why = Indique o motivo: fica guardado no histórico.
error-why-over = Indique por que motivo se pode ir além da capacidade: fica guardado no histórico.
error-team-member = Um membro não faz parte da equipe: proprietário, gestor ou apoio.
error-invited = Indique de 1 a { $most } endereços.
error-address = { $text }: { $wrong }


## O que não foi possível fazer, e o motivo

refused-invalid = Há algo no formulário a rever.
refused-waitlist-closed = A lista de espera deste evento está fechada.
refused-expiry-required = Indique até quando vale a oferta: esta lista de espera não tem prazo.
refused-sign-in-required = Entre primeiro na conta.
refused-credentials = Este endereço e esta senha não combinam. Tente de novo, ou peça um link de entrada por e-mail.
refused-link-spent = Este link já foi usado ou é antigo demais. Peça um novo.
refused-forbidden = A sua função nesta organização não permite isso.
refused-not-eligible = Não é possível fazer a inscrição neste evento.
refused-not-found = Não há nada aqui, ou nada que se possa mostrar.
refused-already-pending = Esta pessoa já tem uma oferta.
refused-already-registered = Esta pessoa já tem lugar no evento.
refused-seats-available = Ainda há lugares: a inscrição pode ser feita já.
refused-not-pending = Esta oferta terminou.
refused-not-reactivatable = Só uma oferta que terminou sem ser aceita pode ser feita de novo.
refused-too-late = O último lugar foi ocupado há instantes. A posição na lista de espera continua guardada.
refused-event-is-full = Todos os lugares estão ocupados.
refused-busy = Há muito movimento neste momento. Nada mudou; tente de novo daqui a pouco.
refused-form = Não foi possível ler o formulário.
refused-internal = Algo falhou do nosso lado. Nada mudou; tente de novo. Se voltar a acontecer, comunique o pedido { $id }.
refused-internal-unnamed = Algo falhou do nosso lado. Nada mudou; tente de novo.
refused-cross-site = Isto foi enviado de outro site, por isso nada foi feito. Use a página daqui.
refused-slow-down = Foi muita coisa de uma vez. Tente de novo dentro de { $seconds } segundos.
refused-too-large = É demais de uma só vez: um formulário pode ter 64 KiB.
refused-wrong-type = Envie os campos como application/x-www-form-urlencoded.
refused-method-not-allowed = Este endereço não aceita esse método.
refused-nothing-here = Não há nada neste endereço.
refused-signed-out = A sessão terminou entretanto, por isso nada foi gravado. O que foi escrito ainda está aqui; envie de novo.
refused-file = O arquivo é grande demais ou está danificado: no máximo 5 MiB.
refused-confirmed = Já não há nada a confirmar. Volte e clique de novo no botão.
refused-only-n-left =
    { $left ->
        [0] Já não há lugares.
        [one] Só resta 1 lugar.
       *[other] Só restam { $left } lugares.
    }
refused-would-withdraw =
    { $n ->
        [0] 0 ofertas serão retiradas.
        [one] 1 oferta será retirada, com aviso a quem a tem, porque os lugares já não bastam.
       *[other] { $n } ofertas serão retiradas, com aviso a quem as tem, porque os lugares já não bastam.
    }
refused-capacity =
    { $capacity ->
        [0] Não há lugares.
        [one] O único lugar está ocupado ou reservado.
       *[other] Todos os { $capacity } lugares estão ocupados ou reservados.
    } Retire uma oferta pendente em troca desta, ou aumente a capacidade.
refused-capacity-some = Lugares necessários: { $needed }; livres: { $free } de { $capacity }. Retire uma oferta pendente em troca desta, ou aumente a capacidade.

## O que já não é assim

stale-joined = A entrada na lista foi há instantes. Recarregue a página.
stale-publish-first = Publique primeiro o evento.
stale-cancelled = Este evento foi cancelado.
stale-begun = Este evento já começou.
stale-joined-again = Esta pessoa voltou a entrar há instantes. Recarregue a página.
stale-publish-before = Publique o evento antes de inserir inscrições.
stale-no-draft = Este evento já não é um rascunho.
stale-cancelled-already = Este evento já foi cancelado.
stale-not-open = As inscrições neste evento não estão abertas.
stale-address = Outro evento ficou com este endereço há instantes. Tente de novo.
stale-telling = Ainda há avisos de cancelamento por enviar. Tente de novo dentro de um minuto.
stale-delete = Só se pode apagar um rascunho ou um evento cancelado. Cancele-o primeiro.
stale-draft-cancel = Um rascunho não é público; não há nada a cancelar.
stale-draft = Este evento é um rascunho; publique-o.
stale-open = Este evento já está aberto.
stale-on-team = Esta pessoa faz parte da equipe, o que já lhe dá acesso.
stale-last-owner = Alguém tem de ser responsável por esta organização. Indique primeiro outra pessoa como proprietária.
stale-only-owner = Não há outra pessoa proprietária numa das suas organizações. Indique primeiro outra.

## Por que motivo não se pode oferecer um lugar a alguém

offerable-not-open = As inscrições neste evento não estão abertas, por isso não se pode oferecer lugar.
offerable-blocked = Esta pessoa está na lista de bloqueio.
offerable-invitation = Esta pessoa não tem convite para este evento privado.
offerable-members = Esta pessoa não é membro da organização.
offerable-unconfirmed = Esta pessoa ainda não confirmou o endereço.
offerable-registered = Esta pessoa já tem inscrição.

## O que impede alguém

reason-blocked = Não é possível fazer a inscrição em eventos desta organização.
reason-requires-invitation = Este evento é só por convite.
reason-members-only = Este evento é só para membros da organização.
reason-event-not-open = As inscrições neste evento não estão abertas.
reason-event-cancelled = Este evento foi cancelado.
reason-event-has-started = Este evento já começou.
reason-event-has-finished = Este evento já terminou.
reason-registration-closed = As inscrições neste evento terminaram.
reason-event-is-full = Todos os lugares estão ocupados.
reason-spots-reserved-for-waitlist = Os lugares livres estão guardados para quem está na lista de espera.
reason-on-waitlist-waiting-for-batch = A posição na lista de espera está guardada; os lugares livres estão em oferta a quem está antes.
reason-on-waitlist = A posição na lista de espera está guardada; todos os lugares estão ocupados.

## Por que motivo ninguém recebe uma oferta

why-draft = Ninguém recebe oferta: o evento é um rascunho. Publique-o primeiro.
why-closed = Ninguém recebe oferta: as inscrições estão fechadas.
why-cancelled = Ninguém recebe oferta: o evento foi cancelado.
why-started = Ninguém recebe oferta: o evento já começou.
why-registration-ended = Ninguém recebe oferta: o prazo das inscrições já passou.
why-list-closed = Ninguém recebe oferta: a lista de espera está fechada.
why-window = Não há ofertas automáticas: falta definir um prazo. Ofereça manualmente, ou defina um.
why-no-seats = Ninguém recebe oferta: este evento não tem lugares próprios.
why-taken =
    { $capacity ->
        [0] Ninguém recebe oferta: não há lugares.
        [one] Ninguém recebe oferta: o único lugar está ocupado.
       *[other] Ninguém recebe oferta: todos os { $capacity } lugares estão ocupados.
    }
why-held =
    { $capacity ->
        [0] Sem mais ofertas por agora: não há lugares.
        [one] Sem mais ofertas por agora: o único lugar está reservado por uma oferta.
       *[other] Sem mais ofertas por agora: todos os { $capacity } lugares estão ocupados ou reservados, { $held } deles por ofertas.
    }
why-batch =
    { $live ->
        [0] Sem mais ofertas por agora.
        [one] Sem mais ofertas por agora: há 1 em aberto, o máximo permitido ao mesmo tempo.
       *[other] Sem mais ofertas por agora: há { $live } em aberto, o máximo permitido ao mesmo tempo.
    }
why-gathering = { $free } de { $party } lugares já reunidos para o grupo de { $party } que está em primeiro na fila.
why-none-fits = Ninguém recebe oferta: nenhum grupo à espera cabe nos lugares livres ({ $free }).
why-nobody-eligible =
    { $waiting ->
        [0] Ninguém recebe oferta: ninguém está à espera.
        [one] Ninguém recebe oferta: a única pessoa à espera não pode receber uma agora.
       *[other] Ninguém recebe oferta: nenhuma das { $waiting } pessoas à espera pode receber uma agora.
    }
why-all-invited = Última chamada: todas as pessoas que podem receber convite já o têm; os lugares são de quem responder primeiro.
why-nobody-waits = Ninguém recebe oferta: ninguém está à espera.

## Depois de quê: "após …"

trigger-answered = uma resposta
trigger-registration-set = uma resposta inserida pela organização
trigger-registration-removed = a remoção de uma inscrição
trigger-joined = a entrada de alguém
trigger-left = a saída de alguém
trigger-declined = a recusa de uma oferta
trigger-deadline = o fim de um prazo
trigger-sweep = a revisão de hora a hora
trigger-nudge = a verificação de hora a hora
trigger-offer-made = uma oferta feita manualmente
trigger-offer-revoked = a retirada de uma oferta
trigger-offer-reactivated = uma oferta feita de novo
trigger-offer-extended = o prolongamento de uma oferta
trigger-undeliverable = um e-mail que não pôde ser entregue
trigger-confirmed = a confirmação de um endereço
trigger-passed = alguém passar a vez
trigger-ready = alguém voltar a querer ofertas
trigger-party-changed = uma mudança no tamanho de um grupo
trigger-entry-added = alguém ser posto na lista
trigger-entry-moved = alguém mudar de posição
trigger-entry-lifted = o fim de uma pausa
trigger-entry-removed = a remoção de alguém
trigger-gates-changed = uma mudança na lista de bloqueio, nos convites ou nos membros
trigger-account-erased = a eliminação de uma conta
trigger-message-sent = o envio de uma mensagem
trigger-settings-saved = uma mudança nas opções
trigger-event-changed = uma mudança no evento
trigger-event-published = a publicação do evento
trigger-event-reopened = a reabertura do evento
trigger-event-cancelled = o cancelamento do evento
trigger-event-closed = o encerramento das inscrições
refused-multipart = O arquivo não chegou inteiro; envie de novo.
error-clock = Indique advance ou set.

## O cartão de quem participa

card-cancelled = Este evento foi cancelado
card-cancelled-text = Não é preciso fazer nada.
card-finished = Este evento já terminou
card-going =
    { $seats ->
        [one] Presença confirmada
       *[other] Presença confirmada para { $seats } pessoas
    }
card-going-text =
    { $seats ->
        [one] Se não puder vir, devolva por favor o lugar: passa logo à próxima pessoa.
       *[other] Se não puderem vir, devolvam por favor os lugares: passam logo às próximas pessoas.
    }
card-cancel = Desistir do lugar
card-calendar = Adicionar ao calendário
card-calendar-deadline = Adicionar o prazo ao calendário
calendar-deadline = Responder à oferta: { $title }
card-held =
    { $seats ->
        [one] Há um lugar à sua espera
       *[other] Há { $seats } lugares à sua espera
    }
card-left = { $time } para responder
card-held-until =
    { $seats ->
        [one] Até { $until }. Depois disso passa à próxima pessoa.
       *[other] Até { $until }. Depois disso passam à próxima pessoa.
    }
card-take =
    { $seats ->
        [one] Aceitar o lugar
       *[other] Aceitar os lugares
    }
card-not-this-time = Desta vez não, manter a posição
card-no-thanks = Recusar e sair da lista
card-final-call = Última chamada
card-final-call-text = Todas as pessoas à espera receberam convite. Os lugares são de quem responder primeiro; nenhum fica reservado. Termina em { $until }.
card-final-call-full = Todos os lugares estão ocupados neste momento; ainda pode vagar um. Esta página mostra-o logo.
card-take-any =
    { $seats ->
        [one] Aceitar um lugar
       *[other] Aceitar lugares
    }
card-in-draw = No sorteio
card-far = Na lista, com mais de { $most } pessoas à frente
card-number = Número { $n } na fila
card-on-list = Na lista
card-resting = Passou a vez; volta a receber ofertas a partir de { $until }.
card-ready = Já quero receber ofertas
card-paused = Três ofertas ficaram sem resposta, por isso deixamos de oferecer lugares. A posição na fila continua guardada.
card-paused-mail = Os nossos e-mails não chegaram, por isso deixamos de perguntar.
card-ask-again = Voltar a receber ofertas
card-skipped = A organização retirou a oferta e decide o que vem a seguir.
card-stopped = { $reason } Não há mais ofertas de lugares.
card-list-closed = A lista de espera está fechada neste momento; a posição continua guardada.
card-take-free = Ficar com um lugar livre
card-leave = Sair da lista
card-unconfirmed = A posição na fila ainda não está confirmada
card-unconfirmed-text = Clique no botão do e-mail que enviamos para { $address } para manter a posição. Até lá, ela não conta.
card-confirm = Confirmar a posição
card-change-party = Mudar quantas pessoas são
card-ended = A oferta terminou em { $at } e o lugar seguiu adiante. A posição na lista continua guardada.
card-next = Isto não é uma reserva. Se vagar um lugar e chegar a sua vez, escrevemos e guardamos o lugar por { $window }.
card-next-drawn = Isto não é uma reserva. Se vagar um lugar e o seu nome sair no sorteio, escrevemos e guardamos o lugar por { $window }.
card-next-promotion = Isto ainda não é uma reserva. Se vagar um lugar e chegar a sua vez, o lugar é logo seu e avisamos.
card-next-final-call = Última chamada: quando vagar um lugar, avisamos todas as pessoas à espera, e fica com ele quem responder primeiro.
card-next-passive = Isto não é uma reserva. A organização oferece os lugares manualmente.
card-party-large = O grupo é agora maior do que a capacidade do evento, por isso não pode receber ofertas.
card-gathering = Reunimos lugares para o grupo de { $party } (até agora { $free }).
card-gathering-hidden = Reunimos lugares para o grupo de { $party }.
card-on-offer =
    { $held ->
        [0] Nenhum lugar está em oferta; o próximo pode abrir depois de { $next }.
        [one] 1 lugar está em oferta a quem espera; o próximo pode abrir depois de { $next }.
       *[other] { $held } lugares estão em oferta a quem espera; o próximo pode abrir depois de { $next }.
    }
card-on-offer-hidden = Há lugares em oferta a quem espera; o próximo pode abrir depois de { $next }.
card-blocked = Não é possível fazer a inscrição em eventos desta organização
card-requires-invitation = Este evento é só por convite
card-members-only = Este evento é só para membros da organização
card-event-not-open = As inscrições neste evento não estão abertas
card-event-cancelled = Este evento foi cancelado
card-event-has-started = Este evento já começou
card-event-has-finished = Este evento já terminou
card-registration-closed = As inscrições neste evento terminaram
card-ask = Se parecer um engano, pergunte a { $organizer }.
card-registration-ended = Terminaram em { $at }.
card-ends = Termina em { $at }.
card-free =
    { $free ->
        [0] 0 lugares livres
        [one] 1 lugar livre
       *[other] { $free } lugares livres
    }
card-free-hidden = Há lugares livres
card-registration-ends = As inscrições terminam em { $at }.
card-register = Fazer a inscrição
card-full-for-now = Esgotado por agora
card-kept = Os lugares livres estão guardados
card-kept-text = Estão guardados para quem espera.
card-full = Esgotado
card-waiting =
    { $n ->
        [0] 0 pessoas estão à espera.
        [one] 1 pessoa está à espera.
       *[other] { $n } pessoas estão à espera.
    }
card-join = Entrar na lista de espera
card-joining = Entrar na lista de espera é gratuito e não é uma reserva. Se vagar um lugar e chegar a sua vez, escrevemos e guardamos o lugar por { $window }.
card-joining-drawn = Entrar na lista de espera é gratuito e não é uma reserva. Se vagar um lugar e o seu nome sair no sorteio, escrevemos e guardamos o lugar por { $window }.
card-joining-promotion = Entre na lista de espera: se vagar um lugar e chegar a sua vez, o lugar é logo seu e avisamos.
card-joining-final-call = Última chamada: se vagar um lugar, avisamos todas as pessoas à espera, e fica com ele quem responder primeiro.
card-joining-passive = Entrar na lista de espera é gratuito e não é uma reserva. A organização oferece os lugares manualmente.
card-have-account = Já tenho conta: entrar
card-sign-in = Entrar para fazer a inscrição
card-your-name = Nome
card-your-email = Endereço de e-mail
card-your-email-hint = Enviamos um e-mail com um botão que confirma a posição na fila.
seats = Lugares

## A moldura de todas as páginas

skip = Ir para o conteúdo
nav-you = Conta
my-places = Meus lugares
sign-in = Entrar
sign-up = Criar conta
sign-out = Sair
sign-out-name = Sair, { $name }
theme = Cores
theme-auto = Automáticas
theme-light = Claras
theme-dark = Escuras
language = Idioma
foot = nextseat: os lugares vagos passam a quem vem a seguir na fila
go-back = Voltar
script-left = faltam { $time }
script-local = ({ $time } em { $zone })
script-sure = Confirma?
script-yes = Sim
script-changed = Algo mudou.
script-show = Mostrar
remove = Remover

## Páginas sobre o que falhou

errors-link = Este link já não funciona
errors-new-link = Pedir um link novo
errors-not-found = Não encontrado
errors-not-found-hint = O endereço pode ter um erro, o evento pode já não existir, ou pode ser só para quem tem convite. Nesse caso, entre primeiro na conta.
errors-forbidden = Sem permissão
errors-forbidden-hint = Um proprietário da organização pode mudar a sua função.
errors-slow-down = Um momento, por favor
errors-busy = Muito movimento
errors-internal = Algo falhou
errors-again-hint = O que já estava gravado continua aqui.
errors-too-large = Grande demais
errors-other = Não funcionou
errors-again = Tentar de novo
errors-home = Ir para a página inicial

## Perguntas antes de ações delicadas

ask-cancel-place = Devolver o lugar?
ask-cancel-place-text = O lugar fica logo livre para a próxima pessoa.
ask-erase = Eliminar a conta?
ask-erase-text = Os lugares e as posições na fila passam logo a outras pessoas, e o nome e o endereço são esquecidos. Não é possível voltar atrás.
ask-erase-yes = Eliminar para sempre
ask-revoke = Retirar a oferta de { $name }?
ask-revoke-text = { $name } recebe um aviso de que a oferta foi retirada e fica de lado até nova oferta. O lugar fica livre para quem vem a seguir na fila.
ask-revoke-yes = Retirar a oferta
ask-remove = Remover { $name } da lista de espera?
ask-remove-text = { $name } perde a posição na fila.
ask-remove-text-offer = { $name } perde a posição na fila. A oferta é retirada e o lugar fica livre para quem vem a seguir.
ask-unregister = Remover a inscrição de { $name }?
ask-unregister-text = { $name } recebe um aviso.
ask-unregister-text-going = { $name } recebe um aviso. O lugar fica logo livre para quem vem a seguir na fila.
ask-team = Remover { $name } da equipe?
ask-team-text = { $name } deixa de poder ver ou mudar os eventos da organização.
ask-member = Remover { $name } dos membros?
ask-member-text = { $name } deixa de poder fazer a inscrição em eventos só para membros; se tiver uma oferta num deles, ela é retirada.
ask-unblock = Desbloquear { $name }?
ask-unblock-text = { $name } pode voltar a fazer inscrições e a esperar.
ask-unblock-yes = Desbloquear
ask-uninvite = Retirar o convite de { $name }?
ask-uninvite-text = { $name } deixa de poder ver o evento ou fazer a inscrição; se tiver uma oferta, ela é retirada.
ask-uninvite-yes = Retirar o convite
ask-close-list = Fechar a lista de espera?
ask-close-list-text =
    { $held ->
        [0] {""}
        [one] 1 oferta em aberto é retirada.{" "}
       *[other] { $held } ofertas em aberto são retiradas.{" "}
    }{ $told ->
        [0] Ninguém recebe aviso.
        [one] 1 pessoa recebe um aviso.
       *[other] { $told } pessoas recebem um aviso.
    } As posições na fila ficam guardadas, caso a lista volte a abrir.
ask-close-list-yes = Fechar a lista
ask-cancel-event = Cancelar o evento?
ask-cancel-event-text =
    “{ $title }” aparece como cancelado. { $held ->
        [0] {""}
        [one] 1 oferta em aberto é retirada.{" "}
       *[other] { $held } ofertas em aberto são retiradas.{" "}
    }Quem tem presença confirmada ({ $going }) ou está à espera ({ $waiting }) recebe um aviso.
ask-close-event = Fechar as inscrições?
ask-close-event-text =
    Deixa de ser possível fazer a inscrição em “{ $title }”. { $held ->
        [0] {""}
        [one] 1 oferta em aberto é retirada.{" "}
       *[other] { $held } ofertas em aberto são retiradas.{" "}
    }As posições na fila ficam guardadas, caso as inscrições voltem a abrir.
ask-delete-event = Apagar o evento?
ask-delete-event-text = “{ $title }” desaparece com as inscrições, a lista de espera e o histórico. Não é possível voltar atrás.
ask-delete-event-yes = Apagar para sempre
ask-message = Enviar a mensagem?
ask-message-text =
    { $n ->
        [0] Ninguém recebe o e-mail.
        [one] 1 pessoa recebe o e-mail.
       *[other] { $n } pessoas recebem o e-mail.
    }
ask-message-yes = Enviar
ask-bulk-revoke =
    { $n ->
        [0] Retirar 0 ofertas?
        [one] Retirar 1 oferta?
       *[other] Retirar { $n } ofertas?
    }
ask-bulk-revoke-text =
    { $n ->
        [0] Ninguém recebe aviso.
        [one] Quem a tem recebe um aviso e fica de lado até nova oferta. O lugar fica livre para quem vem a seguir na fila.
       *[other] Quem as tem recebe um aviso e fica de lado até nova oferta. Os lugares ficam livres para quem vem a seguir na fila.
    }
ask-bulk-revoke-yes = Retirar as ofertas
ask-bulk-remove =
    { $n ->
        [0] Remover 0 pessoas da lista de espera?
        [one] Remover 1 pessoa da lista de espera?
       *[other] Remover { $n } pessoas da lista de espera?
    }
ask-bulk-remove-text =
    { $held ->
        [0] Perdem-se as posições na fila.
        [one] Perdem-se as posições na fila. 1 oferta em aberto é retirada, e o lugar fica livre para quem vem a seguir.
       *[other] Perdem-se as posições na fila. { $held } ofertas em aberto são retiradas, e os lugares ficam livres para quem vem a seguir.
    }
ask-withdraws = Gravar com menos lugares?
ask-withdraws-yes = Gravar e retirar

## Campos

field-email = E-mail
field-password = Senha
field-name = Nome
field-why = Motivo

## Contas

account-no-password = Sem senha?
account-link-hint = Enviamos por e-mail um link que abre a sessão.
account-link = Enviar um link por e-mail
account-sign-up-lead = Enviamos um link por e-mail; a página que ele abre pede uma senha, para quem quiser ter uma.
account-mail-link = Enviar o link por e-mail
account-have = Já tenho conta
account-confirm = Confirmar o endereço
account-confirm-yes = Confirmar e entrar
account-choose = Escolha uma senha (ou deixe vazio)
account-choose-hint = Pelo menos 8 caracteres. Sem senha, entra-se por links enviados por e-mail.
account-signed-in = Sessão iniciada, { $name }.
account-erased = A conta foi eliminada.
account-language = As páginas, e os e-mails que recebe, estão agora em português.
check-mail = Veja o e-mail
check-mail-place = Enviamos um e-mail. Abra o link dentro de 48 horas e carregue no botão, ou a posição na fila perde-se.
check-mail-link = Enviamos um link para o endereço indicado. Funciona uma vez, durante 20 minutos.
check-mail-nothing = Não chegou nada? Procure no spam.
check-mail-again = Pedir o e-mail de novo

## As páginas de quem participa

event-manage = Gerir este evento
event-page = A página do evento
event-for = Para { $name }, { $address }
event-confirm = Manter a posição na lista de espera?
event-confirm-text = Uma posição na fila está guardada para este endereço. Passa a contar assim que clicar no botão.
event-stand = Situação na fila
event-share = Divulgar este evento
event-share-label = O endereço
event-where = Onde
event-lottery = Por sorteio
event-lottery-text = A semente do próximo sorteio já está fixada. O seu SHA-256:
me-title = Minhas listas de espera e lugares
me-empty = Ainda não há listas nem lugares
me-empty-text = As suas inscrições e as listas em que espera aparecem aqui.
me-events = Ver os eventos
me-organize = Na organização
me-last-call = Última chamada até { $until }
me-held = Há um lugar reservado até { $until }
me-answer = Responder
me-going =
    { $seats ->
        [one] presença confirmada
       *[other] presença confirmada para { $seats } pessoas
    }
me-paused = em pausa: deixamos de perguntar
me-resting = volta a receber ofertas a partir de { $until }
me-far = com mais de { $most } pessoas à frente
me-number = número { $n } na fila
me-in-draw = no sorteio
me-on-list = na lista
me-maybe = talvez
line-cancelled = cancelado
line-closed = inscrições fechadas
line-waitlist = esgotado, lista de espera aberta
line-full = esgotado
line-open = aberto
line-free =
    { $free ->
        [0] 0 lugares livres
        [one] 1 lugar livre
       *[other] { $free } lugares livres
    }
home-events = Eventos
home-lead = Quando vaga um lugar, passa a quem vem a seguir na fila.
home-empty = Ainda não há eventos públicos
home-empty-text = Um evento aparece aqui quando a organização o publica.
home-organize = Organizar
home-new = Nova organização
home-new-example = Clube de Xadrez
home-start = Começar a organizar
home-password = senha
home-sign-in-as = Entrar como { $email }
home-demo = Isto é uma demonstração
home-mails = E-mails enviados
mailbox = Caixa de e-mail
mailbox-lead = Todos os e-mails desta execução, os mais recentes primeiro.
mailbox-empty = Ainda não há e-mails
mailbox-to = para { $to }

## O que fez o último formulário

done-settings = Opções gravadas.
done-offer = Oferta feita; o e-mail está a caminho.
done-revoked-on = Oferta retirada; o lugar seguiu adiante.
done-revoked = Oferta retirada.
done-reactivated = Oferta feita de novo; o e-mail está a caminho.
done-removed-entry = Saiu da lista de espera.
done-extended = A oferta dura agora mais tempo, e quem a tem recebe um aviso.
done-moved = Posição mudada.
done-lifted = Esta pessoa pode voltar a receber ofertas.
done-draft = Gravado como rascunho. Ninguém o vê até ser publicado.
done-saved = Gravado.
done-published = Publicado: já é possível fazer a inscrição.
done-cancelled = O evento foi cancelado, e quem tem presença confirmada ou está à espera recebe um aviso.
done-reopened = O evento está aberto de novo; cada pessoa está onde estava.
done-closed = As inscrições estão fechadas. As posições na fila ficam guardadas.
done-copied = Copiado como rascunho. Ninguém o vê até ser publicado.
done-entered = Resposta inserida, com aviso à pessoa.
done-unregistered = Inscrição removida. Os lugares estão livres para quem vem a seguir na fila.
done-removed = Remoção feita.
done-already = Este endereço já está na lista de espera.
done-joined = Agora está na lista de espera.
done-left = Já não está na lista de espera.
done-passed = Passou a vez e mantém a posição. Agradecemos o aviso.
done-declined = Devolveu o lugar e saiu da lista de espera. Agradecemos o aviso.
done-confirmed = A posição na fila está confirmada.
done-ready = Vamos voltar a fazer ofertas.
done-party = Ficou gravado quantas pessoas esperam.
done-yes = Presença confirmada.
done-no = O lugar foi devolvido.
done-maybe = Ficou anotado um talvez, que não reserva lugar.
done-waitlisted = Todos os lugares estão ocupados: fica uma posição na lista de espera.
done-unblocked = O bloqueio terminou.
done-uninvited = O convite foi retirado.
done-offers =
    { $n ->
        [0] 0 ofertas feitas.
        [one] 1 oferta feita; o e-mail está a caminho.
       *[other] { $n } ofertas feitas; os e-mails estão a caminho.
    }
done-message =
    { $n ->
        [0] A mensagem não tem a quem chegar.
        [one] A mensagem está a caminho de 1 pessoa.
       *[other] A mensagem está a caminho de { $n } pessoas.
    }
done-added = { $name } está na lista de espera.
done-team = { $name } faz parte da equipe.
done-member = { $name } é membro.
done-deleted = “{ $title }” foi apagado.
done-blocked = { $name } está na lista de bloqueio.
done-invited =
    { $n ->
        [0] Nenhum convite novo.
        [one] 1 pessoa tem um convite novo.
       *[other] { $n } pessoas têm um convite novo.
    }

## O que aconteceria ao gravar as opções

preview =
    Ainda nada foi gravado. Ao gravar agora, { $seats }{ $withdraws ->
        [0] {""}
        [one] ; 1 oferta seria retirada
       *[other] ; { $withdraws } ofertas seriam retiradas
    }.
preview-nobody = ninguém receberia uma oferta
preview-promotes =
    { $more ->
        [0] haveria logo lugar para { $names }
       *[other] haveria logo lugar para { $names } e mais { $more }
    }
preview-offers =
    { $more ->
        [0] haveria ofertas para { $names }
       *[other] haveria ofertas para { $names } e mais { $more }
    }

## Por que motivo alguém fica de lado

note-offered = tem uma oferta
note-unconfirmed = o endereço ainda não está confirmado
note-blocked = na lista de bloqueio
note-requires-invitation = sem convite
note-members-only = não é membro
note-skipped = a organização retirou a oferta
note-skipped-by = { $who } retirou a oferta
note-paused = 3 ofertas sem resposta
note-paused-mail = não é possível entregar e-mails
note-resting = passou a vez
note-large = um grupo de { $party }, mais do que os lugares ({ $capacity })
whynot-offered = { $note }
whynot-waiting = { $note }
whynot-unconfirmed = por confirmar: { $note }
whynot-barred = sem acesso: { $note }
whynot-skipped = de lado: { $note }
whynot-paused = em pausa: { $note }
whynot-resting = { $note }

## E-mails

mail-hello = Olá,
mail-hello-name = Olá, { $name },
mail-verify = Confirme o endereço
mail-verify-text = Abra esta página e clique no botão para confirmar o endereço e entrar.
mail-sign-in = O seu link de entrada
mail-sign-in-text = Abra esta página e clique no botão para entrar.
mail-link-once = O link funciona uma vez, durante 20 minutos. Se não o pediu, pode ignorar este e-mail.
mail-open = Abrir a página
mail-offer =
    { $seats ->
        [one] Há um lugar à sua espera: { $title }
       *[other] Há { $seats } lugares à sua espera: { $title }
    }
mail-offer-text =
    { $seats ->
        [one] Guardamos um lugar em “{ $title }” até { $until }. Depois disso passa à próxima pessoa.
       *[other] Guardamos { $seats } lugares em “{ $title }” até { $until }. Depois disso passam à próxima pessoa.
    }
mail-offer-open = Abrir esta página ainda não responde nada: clique lá num botão para aceitar o lugar ou para o deixar seguir.
mail-offer-action = Responder à oferta
mail-final-call = Última chamada: { $title }
mail-final-call-text = Ainda há lugar em “{ $title }”. Esta é a última chamada: os lugares são de quem responder primeiro, até { $until }; nenhum fica reservado.
mail-final-call-open = Abrir esta página ainda não responde nada: clique lá num botão para aceitar um lugar.
mail-final-call-action = Responder ao convite
mail-promoted = Já tem lugar: { $title }
mail-promoted-text =
    { $seats ->
        [one] Vagou um lugar e chegou a sua vez: já tem um lugar em “{ $title }”. Se não puder vir, devolva-o por favor, para que a próxima pessoa o receba.
       *[other] Vagaram lugares e chegou a sua vez: já tem { $seats } lugares em “{ $title }”. Se não puderem vir, devolvam por favor os lugares, para que a próxima pessoa os receba.
    }
mail-place-action = Ver o lugar ou desistir dele
mail-paused = Quer voltar a receber ofertas? { $title }
mail-paused-text = A oferta terminou: houve três ofertas seguidas de lugares em “{ $title }”, e nenhuma teve resposta. Por isso deixamos de perguntar; a posição na fila continua guardada.
mail-paused-press = Clique no botão desta página se ainda quiser vir.
mail-message = { $subject }: { $title }
mail-message-text = { $text }
mail-expired = A oferta terminou: { $title }
mail-expired-text = O tempo de resposta acabou, por isso já não guardamos um lugar em “{ $title }”; passa a quem vem a seguir na fila.
mail-withdrawn = A oferta foi retirada: { $title }
mail-withdrawn-text = A organização de “{ $title }” retirou a oferta de lugar.
mail-moved = O prazo de resposta mudou: { $title }
mail-moved-text = O prazo para responder à oferta em “{ $title }” mudou: termina agora em { $until }.
mail-stand-action = Ver a situação na fila
mail-event-action = Ver o evento
mail-going = Presença confirmada: { $title }
mail-going-text =
    { $seats ->
        [one] O seu lugar em “{ $title }” está reservado. Se não puder vir, devolva-o por favor, para que a próxima pessoa o receba.
       *[other] Os seus { $seats } lugares em “{ $title }” estão reservados. Devolva por favor os que não fizerem falta, para que a próxima pessoa os receba.
    }
mail-unregistered = O lugar foi cancelado: { $title }
mail-unregistered-text = Já não tem lugar em “{ $title }”.
mail-cancelled = Cancelado: { $title }
mail-cancelled-text = “{ $title }” foi cancelado. Não é preciso fazer nada.
mail-closed = A lista de espera fechou: { $title }
mail-closed-text = A organização de “{ $title }” fechou a lista de espera, por isso não há mais ofertas, e nenhum lugar fica reservado. A posição na fila continua guardada, caso volte a abrir.
mail-confirm = Confirme, por favor: lista de espera de { $title }
mail-asked = Alguém pediu, com este endereço, uma posição na lista de espera de “{ $title }”.
mail-confirm-press = Clique no botão desta página dentro de 48 horas para manter a posição que ficou guardada. Se o pedido não foi seu, não é preciso fazer nada.
mail-joined = Na lista de espera: { $title }
mail-joined-text = A entrada na lista de espera de “{ $title }” está feita. Isto não é uma reserva.
mail-joined-next = Se vagar um lugar e chegar a sua vez, escrevemos e guardamos o lugar por { $window }.
mail-joined-drawn = Se vagar um lugar e o seu nome sair no sorteio, escrevemos e guardamos o lugar por { $window }.
mail-joined-promotion = Se vagar um lugar e chegar a sua vez, o lugar é logo seu, e escrevemos.
mail-joined-final-call = Se vagar um lugar, escrevemos; os lugares são de quem responder primeiro.
mail-joined-passive = Se vagar um lugar, a organização pode oferecê-lo.
mail-has-seat = { $asked } Já tem lugar nesse evento.
mail-has-none = { $asked } Não é possível entrar nela; fale por favor com a organização.
mail-about = Sobre a lista de espera: { $title }
mail-still-in-line = A posição na lista de espera continua guardada; não é preciso fazer nada.
mail-not-in-line = Já não está na lista de espera.
mail-when = { $when }
mail-when-where = { $when } · { $venue }

## Os eventos da organização

save = Gravar
manage-new = Novo evento
manage-empty = Ainda não há eventos
manage-empty-text = Um evento novo começa como rascunho que só a equipe vê.
manage-coming = Próximos
manage-past = Passados
line-draft = rascunho
line-over = terminado
line-of = { $going } de { $capacity }
line-going = presenças: { $going }
line-held = em oferta: { $n }
line-waiting = à espera: { $n }
line-next = próximo prazo { $next }
tab-overview = Resumo
tab-waitlist = Lista de espera
tab-registrations = Inscrições
tab-invitations = Convites
tab-event = Evento
status-draft = Rascunho
status-cancelled = Cancelado
status-closed = Inscrições fechadas
sum-seats = lugares
sum-going = presenças
sum-held = em oferta
sum-free = livres
sum-waiting = à espera
sum-over = { $over } acima da capacidade.
sum-mail-failures =
    { $n ->
        [0] Nenhum e-mail falhou.
        [one] O e-mail para 1 pessoa falhou.
       *[other] Os e-mails para { $n } pessoas falharam.
    }
sum-last = Última verificação: { $made }, após { $after }, { $at }.
pass-made =
    { $n ->
        [0] 0 ofertas feitas
        [one] 1 oferta feita
       *[other] { $n } ofertas feitas
    }
pass-ok = ofertas feitas
pass-event-closed = o evento não está aberto
pass-disabled = sem ofertas automáticas
pass-no-spots = nenhum lugar livre
pass-batch-full = já há o máximo de ofertas em aberto
pass-waiting-for-seats = lugares em reserva para o próximo grupo
pass-no-eligible-users = ninguém a quem oferecer
pass-cutoff-already-processed = todas as pessoas já têm convite
trigger-unknown = uma mudança
next-offer-ends = A seguir: uma oferta termina em { $at }; depois o lugar passa automaticamente à próxima pessoa.
next-offer-frees = A seguir: uma oferta termina em { $at }; depois o lugar volta a ficar livre.
next-call-begins = A seguir: a última chamada começa em { $at }.
next-call-ends = A seguir: a última chamada termina em { $at }.
next-place = A seguir: termina o descanso de alguém, ou cai uma posição por confirmar, em { $at }.
overview-figures = Em números
overview-links = Para divulgar
overview-public = Página pública
overview-door = Lista de entrada
overview-publish = Publicar
overview-close = Fechar as inscrições
overview-cancel = Cancelar o evento
overview-reopen = Abrir de novo
overview-delete = Apagar o evento
overview-copy = Copiar o evento
overview-copy-starts = A cópia começa
overview-copy-hint = Todas as outras datas mantêm a distância em relação ao início. As pessoas não são copiadas.
overview-copy-yes = Copiar como rascunho
figures-rate = das ofertas respondidas ou expiradas foram aceitas
figures-of = ({ $claimed } de { $decided })
figures-median = entre a oferta e a resposta, para metade de quem aceitou
figures-per-seat = ofertas por cada lugar preenchido
figures-decimal = { $whole },{ $tenth }
chart-title = Os últimos dias
chart-label = Os últimos { $days } dias: presenças de { $going } para { $going_now }, à espera de { $waiting } para { $waiting_now }.
chart-going = presenças
chart-held = em oferta
chart-waiting = à espera
chart-scale = de 0 a { $most }
chart-day = Dia
chart-as-table = Como tabela
event-save-draft = Gravar como rascunho
event-change = Mudar { $title }
event-title = Título
event-starts = Início
event-ends = Fim
event-zone = Fuso horário
event-zone-hint = Todas as horas aqui seguem este fuso.
event-seats-hint = Vazio: sem limite. 0: só se entra pela lista de espera.
event-venue-holds = Lotação do local
event-venue-holds-hint = Vazio: desconhecida. Conta o menor dos dois números.
event-registration-ends = Fim das inscrições
event-registration-ends-hint = Vazio: quando o evento começa. Nenhuma oferta dura além disso.
event-description = Descrição
event-visibility = Quem o encontra?
event-public = Todas as pessoas
event-public-text = Aparece na página inicial.
event-unlisted = Quem tem o link
event-unlisted-text = Não aparece em nenhuma lista.
event-private = Quem tem convite
event-private-text = Mais ninguém o pode ver ou fazer a inscrição.
event-members = Quem pode fazer a inscrição?
event-anyone = Quem o encontrar
event-anyone-text = Não é preciso ser membro.
event-members-only = Só membros
event-members-only-text = Só membros da organização podem fazer a inscrição ou esperar.
event-numbers = Números
event-shown = Visíveis
event-shown-text = As pessoas veem quantos lugares estão livres e quantas esperam.
event-hidden = Ocultos
event-hidden-text = Só a equipe os vê.

## A lista de espera da organização

person = Pessoa
actions = Ações
since = Desde
someone = alguém
none = nenhum
nothing = nada
until = até
until-field = Até
more = Mais
more-about = Mais sobre { $name }
unverified = endereço por confirmar
party-of = grupo de { $n }
seats-n = { $n } lugares
filter-all = Todas
filter-find = Procurar
filter-state = Estado
filter-show = Mostrar
filter-clear = Mostrar tudo
filter-found =
    { $n ->
        [0] 0 resultados.
        [one] 1 resultado.
       *[other] { $n } resultados.
    }
pager = Páginas
pager-previous = Anterior
pager-next = Seguinte
pager-page = Página { $page } de { $last }
offer = Oferecer
offer-until = Oferecer a { $name } até
revoke = Retirar
reactivate = Fazer de novo
extend = Prolongar
extend-name = Prolongar: { $name }
move = Mover
move-name = Mover: { $name }
move-before = Mover para antes de
move-before-name = Mover { $name } para antes deste número da fila, ou “end”
move-why-name = Por que motivo { $name } muda de posição
waitlist-queue = Fila
waitlist-offers = Ofertas
waitlist-history = Histórico
waitlist-add = Adicionar pessoas
waitlist-message = Mensagem
waitlist-settings = Opções
conflict = Nenhum lugar está livre para esta oferta
conflict-none = Nenhum lugar para dar
conflict-none-text = Todos os lugares estão ocupados e não há oferta pendente. Para oferecer mais um, aumente a capacidade.
conflict-raise = Aumentar a capacidade
conflict-choose =
    { $n ->
        [0] Não há oferta pendente para retirar.
        [one] Retirar esta oferta em troca?
       *[other] Escolha uma de { $n } ofertas pendentes para retirar em troca desta.
    }
conflict-yes = Retirar essa e oferecer
queue-caption = Na fila, da primeira à última pessoa
queue-select = Selecionar
queue-select-name = Selecionar { $name }
queue-joined = Entrada
queue-lift = Voltar a permitir ofertas
queue-fill = Passar a preencher lugares
queue-offer-fitting = Oferecer ao próximo grupo que cabe
queue-offer-next = Oferecer a quem vem a seguir
queue-mail-failed = um e-mail não pôde ser entregue
queue-last-mail = último e-mail { $at }
queue-nobody-matches = Nenhum resultado
queue-nobody-matches-text = Ninguém na fila tem este nome ou estado.
queue-off = A lista de espera está desligada
queue-off-text = Quando está aberta, as pessoas podem entrar na fila depois de esgotados os lugares, e os que vagam são-lhes oferecidos por ordem.
queue-open = Abrir a lista de espera
queue-nobody = Ninguém está à espera
queue-nobody-text = Assim que os lugares se esgotarem, as pessoas podem entrar aqui.
queue-seats-left = Ninguém está à espera: ainda há lugares
queue-seats-left-text = Quando se esgotarem, as pessoas podem entrar na lista de espera na página do evento.
bulk = Com as pessoas selecionadas
bulk-until = Ofertas válidas até
bulk-message = Escrever
bulk-export = Exportar em CSV
state-waiting = À espera
state-offered = Com oferta
state-skipped = Suspenso pela organização
state-resting = Em descanso
state-paused = Em pausa
state-unconfirmed = Por confirmar
offer-pending = Pendente
offer-claimed = Aceita
offer-expired = Expirada
offer-revoked = Retirada
offer-until-when = até { $until }
offer-ended = { $why }, { $at }
offer-told = e-mail enviado: { $at }
offer-not-told = e-mail ainda por enviar
offers-status = Situação
offers-none = Não há ofertas aqui
offers-none-text = Quando vaga um lugar e alguém espera, o lugar é oferecido numa rodada; cada rodada aparece aqui.
round-final-call = última chamada
round-drawn = por sorteio
round-in-order = por ordem da fila
round-by-hand = manualmente
round-claimed = { $claimed } de { $all } aceitas
round-caption = Ofertas de { $at }, { $by }
ended-deadline = sem resposta dentro do prazo
ended-left = saiu da lista
ended-declined = recusa
ended-passed = passou a vez
ended-undeliverable = não é possível entregar e-mails
ended-organizer = retirada pela organização
ended-event-cancelled = evento cancelado
ended-event-closed = inscrições fechadas
ended-waitlist-closed = lista de espera fechada
ended-cutoff-moved = última chamada mudou de hora
ended-entry-removed = remoção da lista
ended-capacity-reduced = capacidade reduzida
settings-managers = Só gestores podem mudar estas opções.
settings-readback = O que significam estas opções
settings-preview = O que aconteceria?
settings-joining = Entrada
settings-may-queue = As pessoas podem entrar na fila?
settings-open = Aberta
settings-open-text = Quando os lugares se esgotam, as pessoas podem entrar na lista de espera.
settings-closed = Fechada
settings-closed-text = Ninguém pode entrar. Fechar retira as ofertas em aberto; as posições ficam guardadas.
settings-closing = Ao fechar agora: { $text }
settings-party = Quantas pessoas podem vir juntas
settings-party-hint = De 1 a 20.
settings-offers = Oferta de lugares
settings-window = Quanto tempo dura uma oferta
settings-window-hint = De 1h a 7d, como 24h ou 3d. Vazio: sem ofertas automáticas.
settings-batch = Ofertas em aberto ao mesmo tempo
settings-batch-hint = 0: tantas quantos os lugares livres.
settings-who = Quem recebe a oferta
settings-in-order = Quem vem a seguir na fila
settings-in-order-text = Quem entrou primeiro recebe primeiro.
settings-drawn = Quem sair no sorteio
settings-drawn-text = As pessoas são sorteadas; depois, qualquer pessoa pode verificar o sorteio.
settings-no-window = Sem prazo
settings-by-hand = As ofertas são feitas manualmente
settings-by-hand-text = Os lugares vagos ficam à espera da organização.
settings-at-once = Quem vem a seguir fica logo com o lugar
settings-at-once-text = Não se pergunta nada; a pessoa recebe um aviso e pode devolver o lugar.
settings-free-seats = Lugares livres
settings-fit = Quando o próximo grupo é maior do que os lugares livres
settings-strict = Esperar por ele
settings-strict-text = Os lugares livres são reunidos para ele; ninguém é ultrapassado.
settings-fill = Deixá-lo de lado desta vez
settings-fill-text = Recebe a oferta o próximo grupo que cabe; este mantém a posição.
settings-while = Lugares livres enquanto alguém espera
settings-everyone = Abertos a todas as pessoas
settings-everyone-text = Quem quiser pode ficar com os lugares que não estão em oferta.
settings-queue-first = Só para a fila
settings-queue-first-text = Enquanto esperar alguém que possa receber uma oferta, mais ninguém pode ficar com um lugar.
settings-end = A última chamada e a noite
settings-cutoff = Última chamada a partir de
settings-cutoff-hint = A partir daí, todas as pessoas à espera recebem convite, e os lugares são de quem responder primeiro. Vazio: só decide o prazo mínimo.
settings-min-window = Prazo mínimo para valer a pena uma oferta
settings-min-window-hint = Quando faltar menos do que isto para o fim das inscrições, começa a última chamada. Por exemplo, 30m.
settings-quiet-from = Silêncio a partir de
settings-quiet-hint = As ofertas feitas à noite são comunicadas de manhã. Vazio: nunca há silêncio.
settings-quiet-zone = No fuso do evento.
readback-closed = A lista de espera está fechada: ninguém pode entrar na fila, e os lugares vagos estão abertos a todas as pessoas.
readback-passive = As pessoas podem entrar na fila. Quando vaga um lugar, nada acontece sozinho: os lugares são oferecidos manualmente.
readback-promotion = Quando vaga um lugar, a primeira pessoa da fila fica logo com ele, sem pergunta, e recebe um aviso.
readback-drawn = Quando vagam lugares, são sorteadas pessoas entre todas as que esperam, tantas quantas couberem, e cada uma tem { $window } para aceitar.
readback-drawn-batch = Quando vagam lugares, são sorteadas pessoas entre todas as que esperam, no máximo { $n } ao mesmo tempo, e cada uma tem { $window } para aceitar.
readback-next = Quando vagam lugares, as próximas pessoas da fila, tantas quantas couberem, têm { $window } cada uma para aceitar.
readback-next-batch =
    { $n ->
        [0] Quando vagam lugares, as próximas pessoas da fila têm { $window } cada uma para aceitar.
        [one] Quando vagam lugares, as próximas pessoas da fila têm { $window } cada uma para aceitar; há no máximo 1 oferta em aberto ao mesmo tempo.
       *[other] Quando vagam lugares, as próximas pessoas da fila têm { $window } cada uma para aceitar; há no máximo { $n } ofertas em aberto ao mesmo tempo.
    }
readback-silence = Quem não responde vai para o fim da fila, e o lugar passa automaticamente à próxima pessoa.
readback-min-window = Quando falta menos de { $window }, todas as pessoas à espera recebem logo um convite.
readback-cutoff = A partir da última chamada, todas as pessoas à espera recebem logo um convite.
message-everyone = Quem está na fila com a posição confirmada recebe-a por e-mail.
message-chosen = Só as pessoas selecionadas na fila.
message-subject = Assunto
message-subject-hint = O título do evento é acrescentado.
message-body = Mensagem
message-body-hint = Uma linha vazia começa um novo parágrafo.
message-send = Enviar
message-preview = Pré-visualizar
message-previewed = O e-mail vai ficar assim. Ainda nada foi enviado.
history-empty = Ainda não aconteceu nada
history-empty-text = Cada mudança numa oferta, numa posição na fila, numa opção ou na capacidade fica escrita aqui, com quem a fez e o motivo.
history-only = Só o que diz respeito a uma pessoa.
history-reason = Motivo: { $reason }
history-until = até { $at }
history-no-deadline = sem prazo
history-no-reason = não se conhece o motivo
history-offer-made =
    { $seats ->
        [one] { $who } ofereceu a { $on } um lugar { $until }.
       *[other] { $who } ofereceu a { $on } { $seats } lugares { $until }.
    }
history-invited = { $on } recebeu um convite na última chamada.
history-offer-expired = A oferta de { $on } terminou: { $why }.
history-offer-passed = { $on } passou a vez.
history-offer-revoked = { $who } retirou a oferta de { $on }: { $why }.
history-offer-replaced = { $who } retirou a oferta de { $on } a favor de outra pessoa.
history-offer-reactivated = { $who } fez de novo a oferta a { $on } { $until }.
history-offer-extended = { $who } prolongou a oferta de { $on } { $until }.
history-offer-deadline-moved = A oferta de { $on } dura agora { $until }.
history-promoted = { $on } recebeu um lugar da lista de espera.
history-entry-added = { $who } pôs { $on } na lista de espera.
history-entries-imported =
    { $n ->
        [0] { $who } importou 0 pessoas.
        [one] { $who } importou 1 pessoa.
       *[other] { $who } importou { $n } pessoas.
    }
history-entry-removed = { $who } removeu { $on } da lista de espera.
history-entry-moved = { $who } moveu { $on } para antes de { $other }.
history-entry-moved-end = { $who } moveu { $on } para o fim da fila.
history-entry-lifted = { $who } voltou a permitir ofertas a { $on }.
history-entry-barred = { $on } já não pode receber ofertas: { $why }.
history-entry-unbarred = { $on } pode voltar a receber ofertas.
history-entry-paused = { $on } está em pausa: 3 ofertas sem resposta.
history-entry-ready = { $on } pediu para voltar a receber ofertas.
history-party-changed = { $on } espera agora por { $n } lugares em vez de { $was }.
history-registration-set = { $who } inseriu “{ $answer }” para { $on }.
history-registration-removed = { $who } removeu a inscrição de { $on }.
history-changed = { $who } mudou { $what }.
history-published = { $who } publicou o evento.
history-cancelled = { $who } cancelou o evento.
history-closed = { $who } fechou as inscrições.
history-reopened = { $who } abriu o evento de novo.
history-call-began = A última chamada começou.
history-call-ended = A última chamada terminou.
history-drawn = Pessoas sorteadas: { $offered } de { $pool }.
history-message =
    { $n ->
        [0] { $who } escreveu a 0 pessoas: “{ $subject }”.
        [one] { $who } escreveu a 1 pessoa: “{ $subject }”.
       *[other] { $who } escreveu a { $n } pessoas: “{ $subject }”.
    }
history-erased = A conta de alguém foi eliminada.
history-other = { $who }: { $what } ({ $on }).
draws = Sorteios
draws-next = A semente do próximo sorteio tem o SHA-256
draws-file = O sorteio como arquivo
draws-verify = “nextseat verify-draw draw.json” calcula um sorteio de novo.

## Inscrições, a porta, as pessoas

answer-yes = Sim
answer-no = Não
answer-maybe = Talvez
role-owner = Proprietário
role-manager = Gestor
role-staff = Apoio
role-member = Membro
field-name-hint = Só é preciso se o endereço for novo aqui.
field-why-hint = Fica guardado no histórico.
registrations-answer = Resposta
registrations-none = Não há inscrições aqui
registrations-none-text = Quem responde, ou tem uma resposta inserida pela organização, aparece aqui.
registrations-caption = Mais recentes primeiro
registrations-csv = Exportar em CSV
registrations-enter = Inserir a resposta de alguém
registrations-over = Se nenhum lugar estiver livre
registrations-refuse = Recusar
registrations-refuse-text = A capacidade mantém-se, e os lugares prometidos também.
registrations-anyway = Inserir mesmo assim
registrations-anyway-text = O evento vai além da capacidade; indique o motivo abaixo.
registrations-yes = Inserir
door-page = Lista de entrada de { $title }
door-title = Lugares confirmados: { $n }
door-hint = Por nome. Imprima esta página; menus e botões não aparecem no papel.
door-nobody = Ainda não há presenças confirmadas.
door-caption = Quem tem presença confirmada
door-here = Chegou
door-standby = De reserva, à espera: { $n }
door-standby-hint = Por ordem da fila. Se sobrarem lugares à porta, pergunte de cima para baixo.
door-standby-first = Só aparecem os primeiros { $most } da fila.
door-standby-caption = Quem está de reserva
door-nobody-waits = Ninguém está à espera.
people-organization = Organização
people-team = Equipe
people-team-says = Proprietários e gestores podem fazer tudo; o apoio vê filas e inscrições, e marca quem chega.
people-team-empty = Ainda não há ninguém na equipe.
people-members = Membros
people-members-says = Os membros podem fazer a inscrição nos eventos só para membros, e esperar por eles.
people-members-empty = Ainda não há membros.
people-blocklist = Lista de bloqueio
people-blocklist-says = Quem está na lista de bloqueio não pode fazer a inscrição nem esperar em nenhum dos eventos; se tiver uma oferta, ela é retirada.
people-blocklist-empty = Ninguém está na lista de bloqueio.
people-invitations-says = Enquanto o evento for privado, só estas pessoas e a equipe o podem ver, fazer a inscrição ou esperar.
people-invitations-empty = Ainda não há convites.
people-about = Sobre
people-addresses = Endereços de e-mail
people-addresses-hint = Um por linha.
people-role = Função
people-why-hint = Só a equipe o vê.
people-add = Adicionar

## Várias pessoas de uma vez

error-nobody-selected = Selecione primeiro alguém na lista.
error-language = Este idioma não está no catálogo.
bulk-done-offer =
    { $n ->
        [0] 0 ofertas feitas.
        [one] 1 oferta feita; o e-mail está a caminho.
       *[other] { $n } ofertas feitas; os e-mails estão a caminho.
    }
bulk-done-revoke =
    { $n ->
        [0] 0 ofertas retiradas.
        [one] 1 oferta retirada.
       *[other] { $n } ofertas retiradas.
    }
bulk-done-remove =
    { $n ->
        [0] 0 pessoas removidas da lista de espera.
        [one] 1 pessoa removida da lista de espera.
       *[other] { $n } pessoas removidas da lista de espera.
    }
bulk-partly =
    { $done } { $more ->
        [0] Não para { $name }: { $why }
        [one] Não para { $name } e mais 1: { $why }
       *[other] Não para { $name } e mais { $more }: { $why }
    }

## Adicionar pessoas

import-download = Exportar a lista de espera em CSV
import-from-file = De um arquivo
import-file = Arquivo CSV
import-file-hint = Colunas name e email; party_size e joined_at, se houver. As pessoas entram no fim, pela ordem das horas de entrada.
import-look = Ver o arquivo
import-look-hint = Ainda nada é escrito e ninguém recebe e-mail; vê-se primeiro o que aconteceria.
import-by-hand = Uma pessoa
import-would = O que aconteceria ao importar este arquivo
import-would-add =
    { $n ->
        [0] 0 pessoas seriam adicionadas.
        [one] 1 pessoa seria adicionada.
       *[other] { $n } pessoas seriam adicionadas.
    }
import-done = Importação feita
import-added =
    { $n ->
        [0] 0 pessoas foram adicionadas.
        [one] 1 pessoa foi adicionada e recebe um aviso.
       *[other] { $n } pessoas foram adicionadas e recebem um aviso.
    }
import-queued = Já na lista de espera: { $n }
import-registered = Já com inscrição: { $n }
import-duplicates = Repetições no arquivo: { $n }
import-line = Linha { $line }: { $wrong }
import-go =
    { $n ->
        [0] Importar 0 pessoas
        [one] Importar 1 pessoa
       *[other] Importar { $n } pessoas
    }
import-bad =
    { $n ->
        [0] Nenhuma linha fica de fora
        [one] 1 linha não pode ser importada e fica de fora
       *[other] { $n } linhas não podem ser importadas e ficam de fora
    }
import-another = Escolher outro arquivo
import-to-queue = Ir para a fila
import-running = Importação em curso
import-progress = { $done } de { $total } linhas
import-stopped = A importação parou em { $done } de { $total } linhas. Ninguém é adicionado duas vezes: comece de novo para continuar.
