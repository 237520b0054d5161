#!/usr/bin/perl
# A message centre on a codec that we did not write (Net::SMPP). It takes what is submitted, with ids in hexadecimal, and tells what became of it
# with ids in decimal. How it tells follows from the last two digits of the recipient; it prints what its client answered.
use strict;
use warnings;
use Net::SMPP;

my ($port) = @ARGV;
my $next_id = 0x5FFA;
my %answer_to = (
    Net::SMPP::CMD_bind_transceiver() => 'bind_transceiver_resp',
    Net::SMPP::CMD_bind_transmitter() => 'bind_transmitter_resp',
    Net::SMPP::CMD_bind_receiver()    => 'bind_receiver_resp',
);
# Parts of long messages that wait for the last one, by recipient.
my %parts;

$| = 1;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => $port, timeout => 60, smpp_version => 0x34) or die "no port: $!";
print "listening\n";
while (1) {
    # It gives up by itself now and then.
    my $client = $listener->accept or next;
    serve($client);
}

sub serve {
    my ($client) = @_;
    while (my $pdu = $client->read_pdu) {
        my ($command, $seq) = ($pdu->{cmd}, $pdu->{seq});
        if (my $answer = $answer_to{$command}) {
            $client->$answer(system_id => 'perl', seq => $seq);
        } elsif ($command == Net::SMPP::CMD_enquire_link) {
            $client->enquire_link_resp(seq => $seq);
        } elsif ($command == Net::SMPP::CMD_submit_sm) {
            take($client, $pdu);
        } elsif ($command == Net::SMPP::CMD_deliver_sm_resp) {
            print "answered $pdu->{status}\n";
        } elsif ($command == Net::SMPP::CMD_unbind) {
            $client->unbind_resp(seq => $seq);
            last;
        } else {
            printf "unexpected %x\n", $command;
        }
    }
    close $client;
}

sub take {
    my ($client, $pdu) = @_;
    my $one = { id => $next_id++, number => part_number($pdu), map { $_ => $pdu->{$_} } qw(source_addr destination_addr short_message) };
    my $accept = sub { $client->submit_sm_resp(message_id => sprintf('%X', $one->{id}), seq => $pdu->{seq}) };
    my ($how) = $one->{destination_addr} =~ /(\d\d)$/;
    if ($how eq '04') {
        # Before the response, and again after it, with another word.
        send_receipt($client, $one, appendix_b($one, 'DELIVRD'));
        $accept->();
        send_receipt($client, $one, appendix_b($one, 'DELIVRD'));
        return send_receipt($client, $one, appendix_b($one, 'EXPIRED'));
    }
    $accept->();
    return send_receipt($client, $one, appendix_b($one, 'DELIVRD')) if $how eq '01';
    return send_receipt($client, $one, "MsgId: $one->{id}, Status: UNDELIVERABLE, Err: 27") if $how eq '02';
    return send_receipt($client, $one, '', tlvs($one, 2)) if $how eq '03';
    return send_receipt($client, $one, '', tlvs($one, 5, 27)) if $how eq '05';
    # Three parts: the last one first, and the one in the middle is not delivered, by each way of saying so.
    my $waiting = $parts{ $one->{destination_addr} } //= [];
    push @$waiting, $one;
    return if @$waiting < 3;
    my ($first, $second, $third) = sort { $a->{number} <=> $b->{number} } @$waiting;
    send_receipt($client, $third, appendix_b($third, 'DELIVRD'));
    send_receipt($client, $second, '', tlvs($second, 5, 27));
    send_receipt($client, $first, "message_id=$first->{id};status=DELIVERED;error_code=0");
}

# Whatever it is of a long message, by the header before its text (3GPP TS 23.040 section 9.2.3.24).
sub part_number {
    my ($pdu) = @_;
    return 1 unless $pdu->{esm_class} & 0x40;
    return ord substr($pdu->{short_message}, ord substr($pdu->{short_message}, 0, 1), 1);
}

sub appendix_b {
    my ($one, $state) = @_;
    my $words = substr $one->{short_message}, 0, 20;
    return "id:$one->{id} sub:001 dlvrd:001 submit date:2611221030 done date:2611221031 stat:$state err:000 text:$words";
}

sub tlvs {
    my ($one, $state, $error) = @_;
    my @said = (receipted_message_id => pack('Z*', $one->{id}), message_state => pack('C', $state));
    return defined $error ? (@said, network_error_code => pack('Cn', 3, $error)) : @said;
}

sub send_receipt {
    my ($client, $one, $text, @parameters) = @_;
    $client->deliver_sm(
        async => 1, esm_class => 0x04, source_addr_ton => 1, source_addr_npi => 1, dest_addr_ton => 1, dest_addr_npi => 1,
        source_addr => $one->{destination_addr}, destination_addr => $one->{source_addr}, short_message => $text, @parameters,
    );
}
