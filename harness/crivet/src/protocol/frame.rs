//! Frames, for a line that can lose or garble bytes: a zero, a message with its length and a checksum, a zero.
//!
//! ```text
//! 00 COBS(length: 4 bytes, message, CRC-32 of both: 4 bytes) 00
//! ```
//!
//! Numbers have their most significant byte first. Consistent Overhead Byte Stuffing leaves no zero inside, so that a
//! reader that has lost its place finds the next frame. The checksum is CRC-32 (ISO-HDLC, that of Ethernet): one of 16 bits
//! would take one garbled frame of 65536 for a good one, which on a bad line is one a run, and a wrong accusation.

use crc::{CRC_32_ISO_HDLC, Crc};

const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// A message in its frame.
pub(crate) fn frame(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX);
    let mut inside = length.to_be_bytes().to_vec();
    inside.extend_from_slice(message);
    inside.extend_from_slice(&CRC.checksum(&inside).to_be_bytes());
    let mut frame = vec![0];
    frame.extend(cobs::encode_vec(&inside));
    frame.push(0);
    frame
}

/// The message of what stood between two zeros; none where that is no frame.
pub(crate) fn unframe(between: &[u8]) -> Option<Vec<u8>> {
    let inside = cobs::decode_vec(between).ok()?;
    let (body, crc) = inside.split_last_chunk::<4>()?;
    let (length, message) = body.split_first_chunk::<4>()?;
    let whole = u32::from_be_bytes(*crc) == CRC.checksum(body)
        && usize::try_from(u32::from_be_bytes(*length)).is_ok_and(|length| length == message.len());
    whole.then(|| message.to_vec())
}

#[cfg(test)]
mod tests {
    use super::{frame, unframe};

    #[test]
    fn a_frame_is_read_as_it_was_written_and_has_no_zero_inside() {
        for size in [0, 1, 5, 253, 254, 255, 256, 600, 70_000] {
            for fill in [0_u8, 1, 0xff] {
                let message = vec![fill; size];
                let frame = frame(&message);
                let between = &frame[1..frame.len() - 1];
                assert!(!between.contains(&0));
                assert_eq!(unframe(between), Some(message));
            }
        }
    }

    /// The bytes that firmware can be held against.
    #[test]
    fn a_frame_byte_by_byte() {
        let known = "00010101030483010601184950ea00";
        assert_eq!(hex::encode(frame(&[0x83, 0x00, 0x00, 0x01])), known);
    }

    #[test]
    fn any_byte_that_is_lost_garbled_or_doubled_shows() {
        let whole = frame(b"\x84\x18\x20\x01\x00\xa1\x00\x43\x82\x00\x61");
        let between = &whole[1..whole.len() - 1];
        for place in 0..between.len() {
            let (mut lost, mut doubled) = (between.to_vec(), between.to_vec());
            lost.remove(place);
            doubled.insert(place, between[place]);
            assert_eq!((unframe(&lost), unframe(&doubled)), (None, None), "{place}");
            for bit in 0..8 {
                let mut garbled = between.to_vec();
                garbled[place] ^= 1 << bit;
                assert_eq!(unframe(&garbled), None, "{place}");
            }
        }
    }
}
